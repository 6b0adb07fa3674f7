/** Without schemas, so that the command line starts without them. */

/** The families of the contract: by USB (or its serial port), or through a gateway. */
export const CONTRACT_FAMILIES = ['usb', 'gateway'] as const;
export type ContractFamily = (typeof CONTRACT_FAMILIES)[number];

/** Of the app API, in the order in which devices are listed: those of the contract, and computed channels. */
export const FAMILIES = [...CONTRACT_FAMILIES, 'computed'] as const;
export type Family = (typeof FAMILIES)[number];
