/** The API versions of the contract, oldest first (interface.md#versions). All stay available. */
export const CONTRACT_VERSIONS = ['3.5.0', '3.6.0', '3.7.0'] as const;

/** One version of the wire contract, as it stands in a path. */
export type ContractVersion = (typeof CONTRACT_VERSIONS)[number];

/** The version of this release; it follows the newest contract version it serves. */
export const APP_VERSION = { major: 3, minor: 7, patch: 0, tag: 'v3.7.0', tweak: 0 } as const;

/** The version of this release as text, `3.7.0`. */
export const APP_VERSION_TEXT = `${APP_VERSION.major}.${APP_VERSION.minor}.${APP_VERSION.patch}`;

/** The default port (interface.md#address). */
export const DEFAULT_PORT = 11395;
