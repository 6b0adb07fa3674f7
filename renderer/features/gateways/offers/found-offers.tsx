/** Other Mensuras that were found on the local network, to be taken over into the form of a new gateway. */
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import type { GatewayOffer } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { hostAddress } from '../../../data/format/host-address.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { NEW_ROUTE } from '../../mqtt/routes.ts';
import type { GatewayForm } from '../form/gateway-form.ts';
import { clientFor } from './client-for.ts';
import { useOffers } from './use-offers.ts';
import './offers.css';

export function FoundOffers() {
  const kind = useWatch<GatewayForm, 'kind'>({ name: 'kind' });
  return kind === 'mqtt' && <Offers />;
}

function Offers() {
  const found = useOffers();
  const { setValue } = useFormContext<GatewayForm>();
  const clients = useReadable(useLive().clients.list);
  const prefix = useWatch<GatewayForm, 'prefix'>({ name: 'prefix' });
  const [used, setUsed] = useState<GatewayOffer>();
  if (!found) return null;
  if (!found.enabled) return <HowToSwitchOn />;

  const change = { shouldDirty: true, shouldValidate: true };
  const use = (offer: GatewayOffer): void => {
    setUsed(offer);
    setValue('prefix', offer.prefix, change);
    // Where none leads there, one that leads elsewhere is worse than none.
    setValue('client', clientFor(offer, clients)?.identifier ?? '', { ...change, shouldValidate: false });
  };
  const lacks = used && used.prefix === prefix && !clientFor(used, clients) ? used : undefined;
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
      Mensuras on this network can be found by themselves: start with <span className="mono">--discovery</span>, here
      and there, or set <span className="mono">"discovery": true</span> in <span className="mono">settings.json</span>.
    </p>
  );
}

interface OfferListProps {
  offers: readonly GatewayOffer[];
  onUse: (offer: GatewayOffer) => void;
}

function OfferList({ offers, onUse }: OfferListProps) {
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
                {offer.ssl && <span className="dim"> with TLS</span>}
              </span>
              <button type="button" className="button" aria-label={`Use ${words}`} onClick={() => onUse(offer)}>
                Use
              </button>
            </li>
          );
        })}
      </ul>
      <p className="dim">This is what they say of themselves; nobody has checked it.</p>
    </section>
  );
}

function ClientNeeded({ offer }: { offer: GatewayOffer }) {
  return (
    <Notice
      tone="warning"
      title={`An MQTT client for ${hostAddress(offer)} is needed first`}
      actions={
        <Link href={NEW_ROUTE} className="button">
          Add one
        </Link>
      }
    >
      <p>
        <bdi className="mono">{offer.prefix}</bdi> publishes to that broker, and none of the MQTT clients here leads to
        it.
      </p>
    </Notice>
  );
}
