/** What a fleet reports at its end. */
import type { DatabaseFleet } from './fleet.ts';

/** @param durationMs since its start */
export function reportOf({ account, skipped, latestMs }: DatabaseFleet, durationMs: number): string {
  const { sampled, accepted, acceptedReadings, refused, discarded, waiting } = account;
  const seconds = durationMs / 1000;
  const perLine = accepted + refused === 0 ? 0 : account.bytes / (accepted + refused);
  return [
    `Lines: ${sampled} sampled, ${accepted} accepted, ${refused} refused, ${discarded} discarded, ${waiting} waiting`,
    `Accepted: ${acceptedReadings} readings, ${(accepted / seconds).toFixed(1)} lines/s in ${seconds.toFixed(1)} s`,
    `Requests: ${account.requests}, ${account.repeated} of them repeated, ${perLine.toFixed(1)} bytes per line`,
    `Late: ${Math.round(latestMs)} ms at most, ${skipped} sample sets skipped; ` +
      `slowest acceptance ${Math.round(account.slowestMs)} ms after sampling`,
    ...[...account.failures].map(([reason, count]) => `Failed requests: ${count} with ${reason}`),
  ].join('\n');
}
