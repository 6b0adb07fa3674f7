import { memo } from 'react';
import type { GatewayView } from '../../../service/contract/index.ts';
import type { ListedProps } from '../../components/config-editor/entry-list.tsx';
import { EntryRow, StateBadge } from '../../components/config-editor/entry-row.tsx';
import { healthBadge, isCountingDown } from '../../data/config-items/labels.ts';
import { formatLatency, plural } from '../../data/format/numbers.ts';
import { gatewayHealth, KIND_WORDS, placeWords } from '../../data/gateways/labels.ts';

export const GatewayRow = memo(function GatewayRow({ view, ...listed }: ListedProps<GatewayView>) {
  const { config, status } = view;
  const health = gatewayHealth(view);
  const place = placeWords(config);
  return (
    <EntryRow
      name={config.name}
      badge={<StateBadge badgeAt={(now) => healthBadge(health, now)} isCounting={isCountingDown(health)} />}
      {...listed}
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
          <span>{plural(status.instruments, 'device')}</span>
          {status.latency_ms !== null && status.state === 'online' && (
            <span title="Latency of the last response or message">latency {formatLatency(status.latency_ms)}</span>
          )}
        </>
      }
    />
  );
});
