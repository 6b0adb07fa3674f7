/** The hash routes of the Devices page. */
import type { DeviceKey } from '../../../service/contract/index.ts';
import { routeText } from '../../data/format/route-text.ts';

const BASE = '/devices';

export function deviceRoute({ family, serial }: DeviceKey): string {
  return `${BASE}/${family}/${encodeURIComponent(serial)}`;
}

/** The device in a route; undefined without one. */
export function deviceOfRoute(route: string): DeviceKey | undefined {
  const [, page, family, serial] = route.split('/');
  if (`/${page}` !== BASE || !serial) return undefined;
  if (family !== 'usb' && family !== 'gateway') return undefined;
  // The router may have decoded the route already.
  return { family, serial: routeText(serial) };
}
