import type { Alarm } from '../../contract/index.ts';
import { canonicalJson } from '../../support/canonical-json.ts';

/**
 * The active alarms of a device; `[]` if there are none. Omits the peak, which changes while an alarm is active: a
 * retained message holds lasting facts.
 */
export function alarmPayload(alarms: readonly Alarm[]): string {
  return canonicalJson(
    alarms.map(({ channel, kind, limit, magnitude, unit, since, acknowledged }) => ({
      channel,
      kind,
      limit,
      magnitude,
      unit,
      since,
      acknowledged,
    })),
  );
}
