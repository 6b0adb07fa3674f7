export const HISTORY_ROUTE = '/history';
