/** The hash routes of the Devices page. */
import { type DeviceIdentity, deviceKey } from '../../data/devices/key.ts';

const BASE = '/devices';

/** The route of a device. */
export function deviceRoute({ family, serial }: DeviceIdentity): string {
  return `${BASE}/${family}/${encodeURIComponent(serial)}`;
}

/** The device of a route, undefined where the route names none. */
export function deviceOfRoute(route: string): DeviceIdentity | undefined {
  const [, page, family, serial] = route.split('/');
  if (`/${page}` !== BASE || !serial) return undefined;
  if (family !== 'usb' && family !== 'gateway') return undefined;
  return { family, serial: decode(serial) };
}

/** The key of the device of a route, empty where the route names none. */
export function keyOfRoute(route: string): string {
  const identity = deviceOfRoute(route);
  return identity ? deviceKey(identity) : '';
}

/** The router may have decoded the route already, and a serial may hold a lone `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
