import { Link } from 'wouter';
import type { AppDevice } from '../../../service/contract/index.ts';
import { counterpartKey, type OtherConnection, otherPlaces } from '../../data/devices/connections.ts';
import { formatCount } from '../../data/format/numbers.ts';
import { useDevice } from '../../data/react.ts';
import { deviceRoute } from './routes.ts';

export function ConnectionsBadge({ device }: { device: AppDevice }) {
  const places = useOtherPlaces(device);
  if (places.length === 0) return null;
  return (
    <span className="badge plain" title={`${places.map(({ words }) => words).join('. ')}.`}>
      {formatCount(places.length + 1)} connections
    </span>
  );
}

export function OtherConnections({ device }: { device: AppDevice }) {
  const places = useOtherPlaces(device);
  if (places.length === 0) return null;
  return (
    <ul className="other-places">
      {places.map(({ words, device: there }) => (
        <li key={words}>{there ? <Link href={deviceRoute(there)}>{words}</Link> : words}</li>
      ))}
    </ul>
  );
}

function useOtherPlaces(device: AppDevice): OtherConnection[] {
  return otherPlaces(device, useDevice(counterpartKey(device)));
}
