/** The hash routes of the editor of computed channels, below the Devices page. */
import type { DeviceKey } from '../../../service/contract/index.ts';
import { routeBelow, routeText } from '../../data/format/route-text.ts';

/** `computed/{id}` of the Devices page shows the readings. */
const BASE = '/devices/computed';

/** No ID collides with it: its plus signs are encoded. */
export const NEW_COMPUTED_ROUTE = `${BASE}/+new`;

const EDIT = 'edit';

export type ComputedTarget =
  /** `copyOf`: ID of the computed channel to start from; empty for an empty form. */
  { kind: 'new'; copyOf: string } | { kind: 'edit'; id: string };

/** The key of the device with the readings of a computed channel. */
export function computedDevice(id: string): DeviceKey {
  return { family: 'computed', serial: id };
}

/** Its readings. */
export function computedRoute(id: string): string {
  return `${BASE}/${encodeURIComponent(id)}`;
}

export function editComputedRoute(id: string): string {
  return `${computedRoute(id)}/${EDIT}`;
}

/** The form of a new computed channel that starts as a copy. */
export function copyComputedRoute(id: string): string {
  return `${NEW_COMPUTED_ROUTE}/${encodeURIComponent(id)}`;
}

/** The form that a route shows; undefined for another page. @param route as in the address, not decoded */
export function computedTarget(route: string): ComputedTarget | undefined {
  if (route === NEW_COMPUTED_ROUTE) return { kind: 'new', copyOf: '' };
  const copied = routeBelow(route, NEW_COMPUTED_ROUTE);
  if (copied) return { kind: 'new', copyOf: routeText(copied) };
  const [id = '', word, ...others] = routeBelow(route, BASE).split('/');
  return id !== '' && word === EDIT && others.length === 0 ? { kind: 'edit', id: routeText(id) } : undefined;
}

/** The ID of the computed channel whose readings or form a route shows; empty without one. */
export function computedIdOf(route: string): string {
  const [id = ''] = routeBelow(route, BASE).split('/');
  return id.startsWith('+') ? '' : routeText(id);
}
