/** The switch of one device's mode that is under way. */
import type { ModeSwitch } from '../../../data/devices/mode-switches.ts';
import { useLive, useReadable } from '../../../data/react.ts';

/** Undefined where none is. */
export function useModeSwitch(deviceKey: string): ModeSwitch | undefined {
  return useReadable(useLive().switches.all).get(deviceKey);
}
