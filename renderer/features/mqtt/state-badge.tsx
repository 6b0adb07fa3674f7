/** A client's state in a word; seconds are counted down while it waits. */
import type { MqttClientView } from '../../../service/contract/index.ts';
import { Badge } from '../../components/badge.tsx';
import { clientBadge } from '../../data/mqtt/words.ts';
import { useServiceNow } from '../../data/react.ts';

export function StateBadge({ client }: { client: MqttClientView }) {
  if (client.advanced.enabled && client.status.state === 'waiting') return <Countdown client={client} />;
  return <Badge badge={clientBadge(client, 0)} />;
}

function Countdown({ client }: { client: MqttClientView }) {
  return <Badge badge={clientBadge(client, useServiceNow())} />;
}
