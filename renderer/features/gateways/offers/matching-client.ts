import type { GatewayOffer, MqttClientView } from '../../../../service/contract/index.ts';

type Broker = Pick<MqttClientView, 'host' | 'port' | 'ssl'>;

/** A client with that host and port, preferably with the same TLS setting. */
export function matchingClient<Client extends Broker>(
  offer: GatewayOffer,
  clients: readonly Client[],
): Client | undefined {
  const fitting = clients.filter(
    ({ host, port }) => host.toLowerCase() === offer.host.toLowerCase() && port === offer.port,
  );
  return fitting.find(({ ssl }) => ssl === offer.ssl) ?? fitting[0];
}
