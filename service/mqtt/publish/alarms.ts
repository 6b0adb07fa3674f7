/** The payload of a device's `alarm` topic. */
import type { Alarm } from '../../contract/index.ts';
import { canonicalJson } from '../../support/canonical-json.ts';

/**
 * The active alarms of a device, `[]` where there is none. What is sure to change while an alarm stands, its peak, is
 * left out: a retained message is for what holds.
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
