/** The hash routes of the Devices page. */
import { type DeviceKey, familySchema } from '../../../service/contract/index.ts';
import { routeText } from '../../data/format/route-text.ts';

const BASE = '/devices';

export function deviceRoute({ family, serial }: DeviceKey): string {
  return `${BASE}/${family}/${encodeURIComponent(serial)}`;
}

/** The device in a route; undefined without one. */
export function deviceOfRoute(route: string): DeviceKey | undefined {
  const [, page, name, serial] = route.split('/');
  // A plus sign starts the form of a new computed channel: those of serial numbers are encoded.
  if (`/${page}` !== BASE || !serial || serial.startsWith('+')) return undefined;
  const family = familySchema.safeParse(name);
  if (!family.success) return undefined;
  // The router may have decoded the route already.
  return { family: family.data, serial: routeText(serial) };
}
