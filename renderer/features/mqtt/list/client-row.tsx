/** One client in the list: its name, where it connects, its state, what it has published. */
import { memo } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { EntryRow } from '../../../components/entries/entry-row.tsx';
import { StateBadge } from '../../../components/entries/state-badge.tsx';
import { isCountingDown } from '../../../data/entries/words.ts';
import { hostAddress } from '../../../data/format/host-address.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { clientBadge, clientFare, protocolWords } from '../../../data/mqtt/words.ts';
import { clientRoute } from '../routes.ts';

export interface ClientRowProps {
  client: MqttClientView;
  selected: boolean;
  tabStop: boolean;
}

export const ClientRow = memo(function ClientRow({ client, selected, tabStop }: ClientRowProps) {
  const { identifier, name, advanced, status } = client;
  const address = hostAddress(client);
  return (
    <EntryRow
      id={identifier}
      route={clientRoute(identifier)}
      name={name}
      badge={<StateBadge badgeAt={(now) => clientBadge(client, now)} isCounting={isCountingDown(clientFare(client))} />}
      selected={selected}
      tabStop={tabStop}
      facts={
        <>
          <span className="ellipsis" title={address}>
            {address}
          </span>
          <span>&nbsp;· {protocolWords(client)}</span>
        </>
      }
      error={advanced.enabled && status.error ? { text: status.error.text, isBad: status.state === 'failed' } : null}
      figures={<Counts client={client} />}
    />
  );
});

function Counts({ client: { status } }: { client: MqttClientView }) {
  const isBehind = status.queued > 0 && status.state !== 'online';
  return (
    <>
      <span>{formatCount(status.published)} published</span>
      <span className={isBehind ? 'entry-row-behind' : undefined}>{formatCount(status.queued)} waiting</span>
      {status.dropped > 0 && <span className="entry-row-behind">{formatCount(status.dropped)} dropped</span>}
    </>
  );
}
