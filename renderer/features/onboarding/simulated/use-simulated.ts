import { useCallback, useEffect, useState } from 'react';
import { isSimulatedDevice } from '../../../data/devices/device-store.ts';
import type { Live } from '../../../data/live.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';
import { fetchSettingsFacts, patchSettings } from '../../../data/settings/settings-store.ts';

/** Simulated devices appear and disappear within a second. */
const PATIENCE_MS = 15_000;

const NONE_CAME = 'No simulated device appeared. See the log, or start Mensura with --simulate.';
const NONE_WENT = 'The simulated devices were not removed. See the log, or start Mensura with --no-simulate.';

export interface Simulated {
  busy: boolean;
  /** Cause and remedy; empty if it succeeded. */
  failure: string;
  run: () => void;
}

export function useSimulated(wanted: boolean): Simulated {
  const live = useLive();
  const isDone = useReadable(live.devices.list).some(isSimulatedDevice) === wanted;
  const [state, setState] = useState<'idle' | 'asking' | 'waiting'>('idle');
  const [failure, setFailure] = useState('');

  useEffect(() => {
    if (state !== 'waiting' || isDone) return undefined;
    const timer = setTimeout(() => {
      setState('idle');
      setFailure(wanted ? NONE_CAME : NONE_WENT);
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state, isDone, wanted]);

  const run = useCallback(() => {
    setFailure('');
    setState('asking');
    showSimulated(wanted, live).then(
      (error) => {
        setFailure(error);
        setState(error ? 'idle' : 'waiting');
      },
      (error: unknown) => {
        setState('idle');
        if (!(error instanceof RequestError)) throw error;
        setFailure(error.message);
      },
    );
  }, [wanted, live]);

  return { busy: state === 'asking' || (state === 'waiting' && !isDone), failure, run };
}

/**
 * @returns why a flag prevents it in this run, as a sentence; empty if nothing does
 * @throws RequestError
 */
export async function showSimulated(wanted: boolean, { settings }: Pick<Live, 'settings'>): Promise<string> {
  settings.set(await patchSettings({ simulate: wanted }));
  const { overridden } = await fetchSettingsFacts(new AbortController().signal);
  const { simulate: reported } = overridden;
  if (reported === undefined) return '';
  const state = wanted ? 'hidden' : 'shown';
  return `Simulated devices stay ${state} because Mensura was started with ${reported}. Your choice applies the next time Mensura starts without it.`;
}

/** For the `ref` of an element that removes itself: moves its focus to the page. */
export function moveFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element && document.activeElement === element) document.querySelector<HTMLElement>('main')?.focus();
  };
}
