/** What to tell when one verdict follows another. */
import { isDeepStrictEqual } from 'node:util';
import type { DriverEvents } from '../driver.ts';
import type { MergedDevice } from './merged-device.ts';

/** An event of a driver, with its name. */
export type DriverEvent = {
  [Name in keyof DriverEvents]: { name: Name; payload: DriverEvents[Name] };
}[keyof DriverEvents];

/**
 * The events that lead from one verdict to the next, in their order. A device whose speaker changes is described anew;
 * it is detached only when it is gone from both sides, or when another instrument with its number takes over.
 * @param reason why it is gone, if it is, in plain words
 */
export function diffDevices(
  before: MergedDevice | undefined,
  after: MergedDevice | undefined,
  reason: string,
): DriverEvent[] {
  const reported: DriverEvent[] = [];
  const replaced = before?.duplicate !== undefined && after !== undefined && !after.sides.includes(before.speaker);
  if (before && (!after || replaced)) {
    const { family, serial } = before.description;
    reported.push({ name: 'detached', payload: { family, serial, reason } });
  }
  if (before?.duplicate && before.duplicate.subject !== after?.duplicate?.subject) {
    const { code, subject } = before.duplicate;
    reported.push({ name: 'cleared', payload: { code, subject } });
  }
  if (after && (!before || replaced || isNews(before, after))) {
    reported.push({ name: 'attached', payload: after.description });
  }
  if (after?.duplicate && !isDeepStrictEqual(before?.duplicate, after.duplicate)) {
    reported.push({ name: 'problem', payload: after.duplicate });
  }
  return reported;
}

/** Whether the device is described otherwise. What the speaker says again is passed on even if it is the same. */
function isNews(before: MergedDevice, after: MergedDevice): boolean {
  return (
    before.source !== after.source ||
    !isDeepStrictEqual(before.description.connections, after.description.connections) ||
    !isDeepStrictEqual(before.description.firmware, after.description.firmware)
  );
}
