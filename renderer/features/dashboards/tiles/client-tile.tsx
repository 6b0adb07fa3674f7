import { Link } from 'wouter';
import { StateBadge } from '../../../components/config-editor/entry-row.tsx';
import { isCountingDown } from '../../../data/config-items/labels.ts';
import { hostAddress } from '../../../data/format/host-address.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { clientBadge, clientHealth } from '../../../data/mqtt/labels.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { clientRoute } from '../../mqtt/routes.ts';
import { ScrollArea } from './scroll-area.tsx';

/** The state of an MQTT client. @param identifier of the client */
export function ClientTile({ identifier, title }: { identifier: string; title: string }) {
  const client = useReadable(useLive().clients.list).find((one) => one.identifier === identifier);
  if (!client) return <p className="tile-empty">The MQTT client “{identifier}” does not exist.</p>;
  const { status } = client;
  return (
    <ScrollArea className="client-tile" label={`${title}, state`}>
      <p>
        <StateBadge badgeAt={(now) => clientBadge(client, now)} isCounting={isCountingDown(clientHealth(client))} />
      </p>
      <p className="mono dim ellipsis">{hostAddress(client)}</p>
      <p>
        {formatCount(status.published)} published · {formatCount(status.queued)} in outbox
      </p>
      {client.advanced.enabled && status.error && <p className="client-tile-error">{status.error.text}</p>}
      <p>
        <Link href={clientRoute(identifier)}>Show client</Link>
      </p>
    </ScrollArea>
  );
}
