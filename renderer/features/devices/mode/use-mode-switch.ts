import type { ModeSwitch } from '../../../data/devices/mode-switch-tracker.ts';
import { useLive, useReadable } from '../../../data/react.ts';

/** The device's current mode switch; undefined without one. */
export function useModeSwitch(deviceKey: string): ModeSwitch | undefined {
  return useReadable(useLive().switches.all).get(deviceKey);
}
