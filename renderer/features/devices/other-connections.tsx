import { Link } from 'wouter';
import type { AppDevice } from '../../../service/contract/index.ts';
import { formatCount } from '../../data/format/numbers.ts';
import { deviceRoute } from './routes.ts';
import { useOtherPlaces } from './use-other-places.ts';

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
