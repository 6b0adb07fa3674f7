import { useState } from 'react';
import type { ChannelCorrection, ChannelRef } from '../../../service/contract/index.ts';
import { captureLocation, forceNavigate } from '../../app/guarded-location.ts';
import { showToast } from '../../app/toasts.tsx';
import { type Action, useAction } from '../../components/config-editor/use-action.ts';
import { removeCorrection, saveCorrection } from '../../data/corrections/requests.ts';
import { useLive } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';
import { deviceRoute } from '../devices/routes.ts';

export interface CorrectionActions extends Omit<Action, 'run'> {
  /** The action that failed. */
  failureTitle: string;
  enable: (view: ChannelCorrection, enabled: boolean) => void;
  /** Without a question; a message offers Undo. */
  remove: (view: ChannelCorrection) => void;
}

/** @param name of the channel */
export function useCorrectionActions(of: ChannelRef, name: string): CorrectionActions {
  const { corrections } = useLive();
  const { run, ...action } = useAction();
  const [failureTitle, setFailureTitle] = useState('');
  const what = `the correction of ${name}`;
  const enable = async ({ correction }: ChannelCorrection, enabled: boolean): Promise<void> => {
    if (!correction) return;
    setFailureTitle(`Cannot turn ${enabled ? 'on' : 'off'} ${what}`);
    const result = await run(() => saveCorrection(of, { ...correction, enabled }));
    if (result) corrections.accept(result);
  };
  const restore = async ({ correction }: ChannelCorrection): Promise<void> => {
    if (!correction) return;
    try {
      corrections.accept(await saveCorrection(of, correction));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      showToast({ title: `Cannot undo the removal of ${what}`, text: error.message });
    }
  };
  const remove = async (view: ChannelCorrection): Promise<void> => {
    setFailureTitle(`Cannot remove ${what}`);
    const isHere = captureLocation();
    const removed = await run(async () => ({ answer: await removeCorrection(of) }));
    if (!removed) return;
    if (isHere()) forceNavigate(deviceRoute(of));
    showToast({
      title: `Removed ${what}`,
      text: 'New readings are not corrected. Its versions remain.',
      action: { word: 'Undo', run: () => void restore(view) },
    });
  };
  return {
    ...action,
    failureTitle,
    enable: (view, enabled) => void enable(view, enabled),
    remove: (view) => void remove(view),
  };
}
