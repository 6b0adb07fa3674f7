/** Which MQTT client leads to the broker of an offer. */
import type { GatewayOffer, MqttClientView } from '../../../../service/contract/index.ts';

type Broker = Pick<MqttClientView, 'host' | 'port' | 'ssl'>;

/** The first one with that host and port, one that uses TLS as the offer does before others. */
export function matchingClient<Client extends Broker>(
  offer: GatewayOffer,
  clients: readonly Client[],
): Client | undefined {
  const fitting = clients.filter(
    ({ host, port }) => host.toLowerCase() === offer.host.toLowerCase() && port === offer.port,
  );
  return fitting.find(({ ssl }) => ssl === offer.ssl) ?? fitting[0];
}
