/** What the tray says: the state of the whole service in one word and one line. */
import type { DeviceStateName } from '../service/contract/index.ts';

export type TrayState = 'measuring' | 'trouble' | 'idle';

export interface TraySummary {
  state: TrayState;
  /** `Measuring 5 instruments`. */
  text: string;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Sums up the attached instruments' states and the number of open troubles. */
export function summarise(states: readonly DeviceStateName[], troubles: number): TraySummary {
  const measuring = states.filter((state) => state === 'measuring').length;
  const unwell = states.some((state) => state === 'failing' || state === 'silent');
  const instruments = counted(states.length, 'instrument');
  const work =
    states.length === 0
      ? 'No instruments'
      : measuring === states.length
        ? `Measuring ${instruments}`
        : `Measuring ${measuring} of ${instruments}`;
  if (troubles > 0) return { state: 'trouble', text: `${work}, ${counted(troubles, 'trouble')}` };
  if (unwell) return { state: 'trouble', text: work };
  return { state: states.length === 0 ? 'idle' : 'measuring', text: work };
}
