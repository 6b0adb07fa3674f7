/** The hash routes of the Settings page: one for each of its sections. */

export const SETTINGS_ROUTE = '/settings';

/** The sections, in their order on the page. */
export const SETTINGS_SECTIONS = [
  { id: 'service', word: 'Service' },
  { id: 'start-up', word: 'Startup' },
  { id: 'appearance', word: 'Appearance' },
  { id: 'history', word: 'History' },
  { id: 'simulated', word: 'Simulated devices' },
  { id: 'backup', word: 'Backup' },
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]['id'];

/** The route that shows the page at one of its sections. */
export function sectionRoute(id: SettingsSection): string {
  return `${SETTINGS_ROUTE}/${id}`;
}

/** The section of a route; undefined where it names none. */
export function sectionOfRoute(route: string): SettingsSection | undefined {
  return SETTINGS_SECTIONS.find(({ id }) => route === sectionRoute(id))?.id;
}
