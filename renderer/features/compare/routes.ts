/** The hash routes of the Compare page. */

export const COMPARE_ROUTE = '/compare';
