import type { CorrectionVersion } from '../../../service/contract/index.ts';

/** Between the time of a change and the first reading that it applies to, in milliseconds. */
const MARGIN_MS = 1000;

/**
 * Since when all readings of a channel are corrected, or none: milliseconds since 1970, −∞ if that never changed.
 * @param versions newest first
 */
export function sinceSwitched(versions: readonly CorrectionVersion[]): number {
  const isOn = (version: CorrectionVersion | undefined): boolean => (version?.coefficients ?? null) !== null;
  const newest = isOn(versions[0]);
  const index = versions.findIndex((version, at) => isOn(version) === newest && isOn(versions[at + 1]) !== newest);
  const switched = versions[index];
  // The first version may be off, as before it.
  return switched ? Date.parse(switched.since) + MARGIN_MS : Number.NEGATIVE_INFINITY;
}
