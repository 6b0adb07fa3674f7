/** The service takes no longer texts (contract of the app API). In characters. */
export const MAX_ALIAS = 100;
export const MAX_NOTE = 2000;
