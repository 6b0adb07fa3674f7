import { memo } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import type { ListedProps } from '../../../components/config-editor/entry-list.tsx';
import { EntryRow } from '../../../components/config-editor/entry-row.tsx';
import { StateBadge } from '../../../components/config-editor/state-badge.tsx';
import { isCountingDown } from '../../../data/config-items/labels.ts';
import { hostAddress } from '../../../data/format/host-address.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { clientBadge, clientHealth, protocolWords } from '../../../data/mqtt/labels.ts';
import { clientRoute } from '../routes.ts';

export const ClientRow = memo(function ClientRow({ view, ...listed }: ListedProps<MqttClientView>) {
  const { identifier, name, advanced, status } = view;
  const address = hostAddress(view);
  return (
    <EntryRow
      id={identifier}
      route={clientRoute(identifier)}
      name={name}
      badge={<StateBadge badgeAt={(now) => clientBadge(view, now)} isCounting={isCountingDown(clientHealth(view))} />}
      {...listed}
      facts={
        <>
          <span className="ellipsis" title={address}>
            {address}
          </span>
          <span>&nbsp;· {protocolWords(view)}</span>
        </>
      }
      error={advanced.enabled && status.error ? { text: status.error.text, isBad: status.state === 'failed' } : null}
      figures={<Counts client={view} />}
    />
  );
});

function Counts({ client: { status } }: { client: MqttClientView }) {
  const isBehind = status.queued > 0 && status.state !== 'online';
  return (
    <>
      <span>{formatCount(status.published)} published</span>
      <span className={isBehind ? 'entry-row-behind' : undefined}>{formatCount(status.queued)} in outbox</span>
      {status.dropped > 0 && <span className="entry-row-behind">{formatCount(status.dropped)} discarded</span>}
    </>
  );
}
