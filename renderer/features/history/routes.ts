/** The hash route of the History page. */
export const HISTORY_ROUTE = '/history';
