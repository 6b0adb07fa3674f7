export const LOG_ROUTE = '/log';
