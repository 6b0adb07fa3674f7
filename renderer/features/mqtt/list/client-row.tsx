/** One client in the list: its name, where it connects, its state, what it has published. */
import { memo } from 'react';
import { useLocation } from 'wouter';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { brokerAddress, protocolWords } from '../../../data/mqtt/words.ts';
import { clientRoute } from '../routes.ts';
import { StateBadge } from '../state-badge.tsx';

export interface ClientRowProps {
  client: MqttClientView;
  selected: boolean;
  tabStop: boolean;
}

export const ClientRow = memo(function ClientRow({ client, selected, tabStop }: ClientRowProps) {
  const [, navigate] = useLocation();
  const { identifier, name, advanced, status } = client;
  const open = (): void => navigate(clientRoute(identifier));
  const address = brokerAddress(client);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> holds text alone
      role="option"
      data-client={identifier}
      className="list-row client-row"
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        open();
      }}
    >
      <div className="list-row-line">
        <span className="list-row-name ellipsis" title={name}>
          {name}
        </span>
        <StateBadge client={client} />
      </div>
      <div className="mono dim client-row-connection">
        <span className="ellipsis" title={address}>
          {address}
        </span>
        <span>&nbsp;· {protocolWords(client)}</span>
      </div>
      {advanced.enabled && status.error && (
        <p className={status.state === 'failed' ? 'client-row-error bad' : 'client-row-error'}>{status.error.text}</p>
      )}
      <Counts client={client} />
    </div>
  );
});

function Counts({ client: { status } }: { client: MqttClientView }) {
  const isBehind = status.queued > 0 && status.state !== 'online';
  return (
    <div className="client-row-counts">
      <span>{formatCount(status.published)} published</span>
      <span className={isBehind ? 'client-row-behind' : undefined}>{formatCount(status.queued)} waiting</span>
      {status.dropped > 0 && <span className="client-row-behind">{formatCount(status.dropped)} dropped</span>}
    </div>
  );
}
