import { useState } from 'react';
import type { DevicePatch } from '../../../service/contract/index.ts';
import type { DeviceIdentity } from '../../data/devices/key.ts';
import { patchDevice } from '../../data/devices/requests.ts';
import { useLive } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';

export interface PatchDevice {
  /** Resolves to whether the change was saved. */
  patch: (change: DevicePatch) => Promise<boolean>;
  busy: boolean;
  /** Why saving failed; empty otherwise. */
  error: string;
}

export function usePatchDevice(identity: DeviceIdentity): PatchDevice {
  const live = useLive();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const patch = async (change: DevicePatch): Promise<boolean> => {
    setBusy(true);
    setError('');
    try {
      live.accept(await patchDevice(identity, change), change);
      return true;
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      setError(failure.message);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { patch, busy, error };
}
