/** The hash routes of the Compare page. */

export const COMPARE_ROUTE = '/compare';

/** The chosen channels as large figures. */
export const BIG_ROUTE = '/compare/big';
