import { Dialog } from '@base-ui/react/dialog';
import type { ComputedChannel } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { FieldError } from '../../../components/form/field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { resetComputed } from '../../../data/computed/requests.ts';
import { useLive } from '../../../data/react.ts';

/** Sets the time integrals to 0, after a confirmation: the sum so far cannot be restored. */
export function ResetDialog({ view, onClose }: { view: ComputedChannel; onClose: () => void }) {
  const { computed } = useLive();
  const { run, busy, failure } = useAction();
  const { name } = view.computed;
  const reset = async (): Promise<void> => {
    const result = await run(() => resetComputed(view.id));
    if (!result) return;
    computed.accept(result);
    showToast({ title: `Reset ${name}` });
    onClose();
  };
  return (
    <Modal isQuestion onClose={() => !busy && onClose()} title={`Reset ${name}?`}>
      <Dialog.Description className="dim">
        Its time integrals start again at 0. This cannot be undone. Stored readings stay.
      </Dialog.Description>
      <FieldError text={failure?.message} />
      <div className="dialog-actions">
        <Dialog.Close className="button" disabled={busy}>
          Cancel
        </Dialog.Close>
        <button type="button" className="button danger" disabled={busy} onClick={() => void reset()}>
          {busy ? 'Resetting…' : 'Reset'}
        </button>
      </div>
    </Modal>
  );
}
