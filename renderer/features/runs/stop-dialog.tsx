import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import type { Run } from '../../../service/contract/index.ts';
import { showToast } from '../../app/toasts.tsx';
import { useAction } from '../../components/config-editor/use-action.ts';
import { FieldError } from '../../components/form/field.tsx';
import { Modal } from '../../components/modal.tsx';
import { useLive, useReadable } from '../../data/react.ts';
import { stopRun } from '../../data/runs/requests.ts';
import { closeStopQuestion, stopQuestion } from './run-actions.ts';

/** One for the window: the bar of an active run is on every page. */
export function StopRunDialog() {
  const asked = useReadable(stopQuestion);
  // Keeps the text while the dialog fades out.
  const [last, setLast] = useState<Run | null>(null);
  if (asked && asked !== last) setLast(asked);
  return last && <Question key={last.id} run={last} open={asked !== null} />;
}

function Question({ run, open }: { run: Run; open: boolean }) {
  const { runs } = useLive();
  const { run: attempt, busy, failure, dismiss } = useAction();
  const close = (): void => {
    if (busy) return;
    dismiss();
    closeStopQuestion();
  };
  const stop = async (): Promise<void> => {
    const stopped = await attempt(() => stopRun(run.id));
    if (!stopped) return;
    runs.accept(stopped);
    closeStopQuestion();
    showToast({ title: `Stopped the run “${stopped.name}”` });
  };
  return (
    <Modal isQuestion open={open} onClose={close} title={`Stop the run “${run.name}”?`} finalFocus={focusAfter}>
      <Dialog.Description className="dim">
        The run ends now and cannot be continued. Its devices are still read.
      </Dialog.Description>
      <FieldError text={failure?.message} />
      <div className="dialog-actions">
        <Dialog.Close className="button" disabled={busy}>
          Cancel
        </Dialog.Close>
        <button type="button" className="button primary" disabled={busy} onClick={() => void stop()}>
          {busy ? 'Stopping…' : 'Stop run'}
        </button>
      </div>
    </Modal>
  );
}

/** A stopped run has no button to return to: the focus goes to the page. */
function focusAfter(): boolean {
  if (stopQuestion.get() === null && document.querySelector('[data-stops]') === null) {
    document.querySelector<HTMLElement>('main')?.focus();
    return false;
  }
  return true;
}
