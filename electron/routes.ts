/** A page path with encoded segments. */
export type AppRoute = `/${string}`;

/** Maximum length of a route, in characters. */
const MAX_ROUTE = 2000;

/** Whether a text is a valid page path: printable ASCII without spaces. */
export function isRoute(text: unknown): text is AppRoute {
  return typeof text === 'string' && /^\/[!-~]*$/.test(text) && text.length <= MAX_ROUTE;
}

/** The pages in the order of the navigation rail; the first nine have a number key each. */
export const MENU_PAGES: readonly { route: AppRoute; label: string }[] = [
  { route: '/devices', label: 'Devices' },
  { route: '/compare', label: 'Compare' },
  { route: '/dashboards', label: 'Dashboards' },
  { route: '/history', label: 'History' },
  { route: '/runs', label: 'Runs' },
  { route: '/mqtt', label: 'MQTT' },
  { route: '/databases', label: 'Databases' },
  { route: '/gateways', label: 'Gateways' },
  { route: '/alarms', label: 'Alarms' },
  { route: '/notifications', label: 'Notifications' },
  { route: '/api', label: 'API' },
  { route: '/log', label: 'Log' },
];

export const SETTINGS_ROUTE: AppRoute = '/settings';
export const ALARMS_ROUTE: AppRoute = '/alarms';

export function deviceRoute({ family, serial }: { family: string; serial: string }): AppRoute {
  return `/devices/${family}/${encodeURIComponent(serial)}`;
}
