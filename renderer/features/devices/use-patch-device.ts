import type { DeviceKey, DevicePatch } from '../../../service/contract/index.ts';
import { useAction } from '../../components/config-editor/use-action.ts';
import { patchDevice } from '../../data/devices/requests.ts';
import { useLive } from '../../data/react.ts';

export interface PatchDevice {
  /** Resolves to whether the change was saved. */
  patch: (change: DevicePatch) => Promise<boolean>;
  busy: boolean;
  /** Why saving failed; empty otherwise. */
  error: string;
}

export function usePatchDevice(identity: DeviceKey): PatchDevice {
  const live = useLive();
  const { run, busy, failure } = useAction();
  const patch = async (change: DevicePatch): Promise<boolean> => {
    const device = await run(() => patchDevice(identity, change));
    if (device) live.accept(device, change);
    return device !== undefined;
  };
  return { patch, busy, error: failure?.message ?? '' };
}
