/** Limits of a formula, so that a hostile one ends in an error and costs little. */

/** Levels of parentheses, calls, signs, powers and conditionals inside each other. */
export const MAX_DEPTH = 64;
/** Numbers, channels, operators and calls. */
export const MAX_NODES = 1000;
/** Different channels. */
export const MAX_INPUTS = 64;
/** Functions over time, integrals included. */
export const MAX_OVER_TIME = 32;
/** Of a window, in seconds: 1 s to 400 days. */
export const DURATION_S = { min: 1, max: 400 * 86_400 } as const;
/** Activation energy of `mkt`, in kJ/mol. */
export const ACTIVATION_ENERGY_KJ = { min: 1, max: 1000 } as const;
/** Integrals do not bridge a longer time between two readings, in milliseconds: five times the longest sampling period. */
export const MAX_BRIDGED_MS = 300_000;
/** A window with more points than this joins new ones that are closer than a thousandth of its duration. */
export const EXACT_POINTS = 4000;
/** Part of a window's duration that joined points cover. */
export const JOINED_PART = 1 / 1000;
