/** One gateway in the list: its name, what and where it is, its state, what is behind it. */
import { memo } from 'react';
import type { GatewayView } from '../../../../service/contract/index.ts';
import { EntryRow } from '../../../components/entries/entry-row.tsx';
import { StateBadge } from '../../../components/entries/state-badge.tsx';
import { fareBadge, isCountingDown } from '../../../data/entries/words.ts';
import { formatLatency } from '../../../data/format/numbers.ts';
import { gatewayFare, instrumentsWords, KIND_WORDS, placeWords } from '../../../data/gateways/words.ts';
import { gatewayRoute } from '../routes.ts';

export interface GatewayRowProps {
  gateway: GatewayView;
  selected: boolean;
  tabStop: boolean;
}

export const GatewayRow = memo(function GatewayRow({ gateway, selected, tabStop }: GatewayRowProps) {
  const { id, config, status } = gateway;
  const fare = gatewayFare(gateway);
  const place = placeWords(config);
  return (
    <EntryRow
      id={id}
      route={gatewayRoute(id)}
      name={config.name}
      badge={<StateBadge badgeAt={(now) => fareBadge(fare, now)} isCounting={isCountingDown(fare)} />}
      selected={selected}
      tabStop={tabStop}
      facts={
        <>
          <span className="ellipsis" title={place}>
            {place}
          </span>
          <span>&nbsp;· {KIND_WORDS[config.kind]}</span>
        </>
      }
      error={config.enabled && status.error ? { text: status.error.text, isBad: status.state === 'failed' } : null}
      figures={
        <>
          <span>{instrumentsWords(status.instruments)}</span>
          {status.latency_ms !== null && status.state === 'online' && (
            <span title="Latency of the newest answer">{formatLatency(status.latency_ms)}</span>
          )}
        </>
      }
    />
  );
});
