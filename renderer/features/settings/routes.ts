/** Where settings stand. */
export const SETTINGS_ROUTE = '/settings';
