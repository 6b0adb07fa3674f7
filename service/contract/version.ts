/** The API versions of the contract, oldest first (interface.md#versions). All stay available. */
export const CONTRACT_VERSIONS = ['3.5.0', '3.6.0', '3.7.0'] as const;

export type ContractVersion = (typeof CONTRACT_VERSIONS)[number];

/** The version of Mensura; it follows the latest contract version. */
export const APP_VERSION = { major: 3, minor: 7, patch: 0, tag: 'v3.7.0', tweak: 0 } as const;

export const APP_VERSION_TEXT = `${APP_VERSION.major}.${APP_VERSION.minor}.${APP_VERSION.patch}`;

/** The default port (interface.md#address). */
export const DEFAULT_PORT = 11395;
