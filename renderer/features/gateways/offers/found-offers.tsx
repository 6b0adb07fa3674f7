import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import type { GatewayOffer, MqttClientView } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { hostAddress } from '../../../data/format/host-address.ts';
import { gatewayOffers } from '../../../data/gateways/requests.ts';
import { usePolled } from '../../../data/history/use-polled.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { NEW_ROUTE } from '../../mqtt/routes.ts';
import { sectionRoute } from '../../settings/routes.ts';
import type { GatewayForm } from '../editor/gateway-form.ts';
import './offers.css';

/** Often, since discovery may just be turned on at the other computer. */
const POLL_MS = 3000;

const CHANGE = { shouldDirty: true, shouldValidate: true };

export function FoundOffers() {
  const kind = useWatch<GatewayForm, 'kind'>({ name: 'kind' });
  return kind === 'mqtt' && <Offers />;
}

function Offers() {
  // The connection banner covers errors.
  const { result: found } = usePolled(gatewayOffers, POLL_MS);
  const { getValues, setValue } = useFormContext<GatewayForm>();
  const live = useLive();
  const clients = useReadable(live.clients.list);
  const isKnown = useReadable(live.connection).state === 'live';
  const prefix = useWatch<GatewayForm, 'prefix'>({ name: 'prefix' });
  const [used, setUsed] = useState<GatewayOffer>();
  const client = used && matchingClient(used, clients)?.identifier;

  // The missing client may be added later, in another window.
  useEffect(() => {
    if (used && client !== undefined && getValues('prefix') === used.prefix && getValues('client') === '') {
      setValue('client', client, CHANGE);
    }
  }, [used, client, getValues, setValue]);

  if (!found) return null;
  if (!found.enabled) return <HowToSwitchOn />;

  const use = (offer: GatewayOffer): void => {
    setUsed(offer);
    setValue('prefix', offer.prefix, CHANGE);
    // No client is better than one for another broker; the notice below reports it.
    setValue('client', matchingClient(offer, clients)?.identifier ?? '', { shouldDirty: true });
  };
  const lacks = isKnown && client === undefined && used?.prefix === prefix ? used : undefined;
  return (
    <>
      {found.offers.length > 0 && <OfferList offers={found.offers} onUse={use} />}
      {lacks && <ClientNeeded offer={lacks} />}
    </>
  );
}

function HowToSwitchOn() {
  return (
    <p className="dim offers-off">
      To find other Mensura installations on the local network, turn on discovery in the{' '}
      <Link href={sectionRoute('service')} className="form-link">
        settings
      </Link>{' '}
      of both computers.
    </p>
  );
}

function OfferList({ offers, onUse }: { offers: readonly GatewayOffer[]; onUse: (offer: GatewayOffer) => void }) {
  return (
    <section className="offers" aria-label="Found on this network">
      <h2>Found on this network</h2>
      <ul>
        {offers.map((offer) => {
          const words = `${offer.prefix} at ${hostAddress(offer)}`;
          return (
            <li key={JSON.stringify(offer)}>
              <span className="offer-words">
                <bdi className="mono">{offer.prefix}</bdi> at <bdi className="mono">{hostAddress(offer)}</bdi>
                <span className="dim">{transportWords(offer)}</span>
              </span>
              <button type="button" className="button" aria-label={`Use ${words}`} onClick={() => onUse(offer)}>
                Use
              </button>
            </li>
          );
        })}
      </ul>
      <p className="dim">Reported by these installations; not verified.</p>
    </section>
  );
}

/** ` (WebSocket /mqtt, TLS)`; empty for plain TCP */
function transportWords({ ssl, transport, path }: GatewayOffer): string {
  const words = [...(transport === 'websocket' ? [`WebSocket ${path}`] : []), ...(ssl ? ['TLS'] : [])];
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

function ClientNeeded({ offer }: { offer: GatewayOffer }) {
  return (
    <Notice
      tone="warning"
      title={`Add an MQTT client for ${hostAddress(offer)} first`}
      actions={
        <Link href={NEW_ROUTE} className="button">
          Add MQTT client
        </Link>
      }
    >
      <p>
        <bdi className="mono">{offer.prefix}</bdi> publishes to that broker, and no MQTT client connects to it.
      </p>
    </Notice>
  );
}

type Broker = Pick<MqttClientView, 'host' | 'port' | 'ssl'>;

/** A client with that host and port, preferably with the same TLS setting. */
function matchingClient<Client extends Broker>(offer: GatewayOffer, clients: readonly Client[]): Client | undefined {
  const fitting = clients.filter(
    ({ host, port }) => host.toLowerCase() === offer.host.toLowerCase() && port === offer.port,
  );
  return fitting.find(({ ssl }) => ssl === offer.ssl) ?? fitting[0];
}
