/** The device that an alarm or a rule is about, as a link to it. */
import { Link } from 'wouter';
import type { ChannelRef } from '../../../service/contract/index.ts';
import type { Place } from '../../data/alarms/places.ts';
import { deviceRoute } from '../devices/routes.ts';

export function PlaceLink({ of, place }: { of: ChannelRef; place: Place }) {
  return (
    <span className="place-link">
      {place.device && <Link href={deviceRoute(of)}>{place.device}</Link>} <span className="mono">{place.serial}</span>
      {!place.isAttached && <span className="badge">Not attached</span>}
    </span>
  );
}
