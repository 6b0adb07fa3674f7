/** Places of the GUI, as the shell leads to them. */

/** A place of the GUI, its parts encoded. */
export type AppRoute = `/${string}`;

/** The longest route that is kept or opened, in characters. */
const MAX_ROUTE = 2000;

/** Whether a text can be a place of the GUI: printable ASCII without spaces, as an address has it. */
export function isRoute(text: unknown): text is AppRoute {
  return typeof text === 'string' && /^\/[!-~]*$/.test(text) && text.length <= MAX_ROUTE;
}

/** The pages in the order of the navigation rail, nine at most: the menu's numbers count them. */
export const MENU_PAGES: readonly { route: AppRoute; label: string }[] = [
  { route: '/devices', label: 'Devices' },
  { route: '/compare', label: 'Compare' },
  { route: '/history', label: 'History' },
  { route: '/mqtt', label: 'MQTT' },
  { route: '/gateways', label: 'Gateways' },
  { route: '/alarms', label: 'Alarms' },
  { route: '/api', label: 'API' },
  { route: '/log', label: 'Log' },
];

export const SETTINGS_ROUTE: AppRoute = '/settings';
export const ALARMS_ROUTE: AppRoute = '/alarms';

/** The place of a device. */
export function deviceRoute({ family, serial }: { family: string; serial: string }): AppRoute {
  return `/devices/${family}/${encodeURIComponent(serial)}`;
}
