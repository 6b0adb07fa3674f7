/** The hash route of the Log page. */
export const LOG_ROUTE = '/log';
