/** Limits of the app API, in characters. */
export const MAX_ALIAS = 100;
export const MAX_NOTE = 2000;
