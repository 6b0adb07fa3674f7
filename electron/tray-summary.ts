import type { Alarm, DeviceStateName } from '../service/contract/index.ts';
import { counted } from '../service/support/counted.ts';

export type TrayState = 'measuring' | 'problem' | 'idle' | 'alarm';

export interface TraySummary {
  state: TrayState;
  /** `Reading 5 devices`. */
  text: string;
}

/** The times of an alarm that is active, or cleared but unacknowledged. */
export type TrayAlarms = Pick<Alarm, 'ended' | 'acknowledged'>;

function summarizeAlarms(alarms: readonly TrayAlarms[]): string {
  const active = alarms.filter(({ ended }) => ended === null);
  if (active.length === 0) return `${counted(alarms.length, 'alarm')} cleared, unacknowledged`;
  const isSeen = active.every(({ acknowledged }) => acknowledged !== null);
  return `${counted(active.length, 'alarm')}${isSeen ? ', acknowledged' : ''}`;
}

/** Summarizes alarms, then device states and the number of open problems, in one line. */
export function summarizeTray(
  states: readonly DeviceStateName[],
  problems: number,
  alarms: readonly TrayAlarms[] = [],
): TraySummary {
  const { state, text } = summarizeWork(states, problems);
  return alarms.length === 0 ? { state, text } : { state: 'alarm', text: `${summarizeAlarms(alarms)}. ${text}` };
}

function summarizeWork(states: readonly DeviceStateName[], problems: number): TraySummary {
  const measuring = states.filter((state) => state === 'measuring').length;
  const unwell = states.some((state) => state === 'failing' || state === 'silent');
  const instruments = counted(states.length, 'device');
  const work =
    states.length === 0
      ? 'No devices'
      : measuring === states.length
        ? `Reading ${instruments}`
        : `Reading ${measuring} of ${instruments}`;
  if (problems > 0) return { state: 'problem', text: `${work}, ${counted(problems, 'problem')}` };
  if (unwell) return { state: 'problem', text: work };
  return { state: states.length === 0 ? 'idle' : 'measuring', text: work };
}
