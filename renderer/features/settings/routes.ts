export const SETTINGS_ROUTE = '/settings';

/** In page order. */
export const SETTINGS_SECTIONS = [
  { id: 'service', word: 'Service' },
  { id: 'serial-ports', word: 'Serial ports' },
  { id: 'start-up', word: 'Startup' },
  { id: 'appearance', word: 'Appearance' },
  { id: 'altitude', word: 'Altitude' },
  { id: 'history', word: 'History' },
  { id: 'simulated', word: 'Simulated devices' },
  { id: 'backup', word: 'Backup' },
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]['id'];

export function sectionRoute(id: SettingsSection): string {
  return `${SETTINGS_ROUTE}/${id}`;
}

/** Undefined if the route names no section. */
export function sectionOfRoute(route: string): SettingsSection | undefined {
  return SETTINGS_SECTIONS.find(({ id }) => route === sectionRoute(id))?.id;
}
