import { Paperclip, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_RUN_ATTACHMENTS, type Run, type RunAttachment } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { Modal } from '../../../components/modal.tsx';
import { plural } from '../../../data/format/numbers.ts';
import type { Live } from '../../../data/live.ts';
import { useLive } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';
import { attachText, fetchAttachment, removeAttachment } from '../../../data/runs/requests.ts';
import { Card } from '../card.tsx';
import { AttachDialog } from './attach-dialog.tsx';

/** The attached texts of a run. */
export function Attachments({ run }: { run: Run }) {
  const { runs } = useLive();
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<RunAttachment>();
  const [isBusy, setBusy] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const { id, attachments } = run;
  const attempt = async (failing: string, doing: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await doing();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      showToast({ title: failing, text: error.message });
    } finally {
      setBusy(false);
    }
  };
  const show = (name: string): Promise<void> =>
    attempt(`Cannot load “${name}”`, async () => setShown(await fetchAttachment(id, name)));
  const remove = (name: string): Promise<void> =>
    attempt(`Cannot delete “${name}”`, async () => {
      // For Undo.
      const attachment = await fetchAttachment(id, name);
      runs.accept(await removeAttachment(id, name));
      // Its row had the focus.
      add.current?.focus();
      showToast({
        title: `Deleted the attachment “${name}”`,
        action: { word: 'Undo', run: () => void attachAgain(runs, id, attachment) },
      });
    });
  const isFull = attachments.length >= MAX_RUN_ATTACHMENTS;
  return (
    <Card
      title="Attachments"
      actions={
        <button
          ref={add}
          type="button"
          className="button"
          disabled={isFull}
          title={isFull ? `A run has at most ${MAX_RUN_ATTACHMENTS} attachments` : undefined}
          onClick={() => setAdding(true)}
        >
          <Plus aria-hidden size={14} /> Attach text…
        </button>
      }
    >
      {attachments.length === 0 ? (
        <p className="dim">No attachments. Attach a text, such as a test record.</p>
      ) : (
        <ul className="run-attachments">
          {attachments.map(({ name, length }) => (
            <li key={name} className="run-attachment">
              <Paperclip aria-hidden size={14} />
              <button type="button" className="link-button" disabled={isBusy} onClick={() => void show(name)}>
                <bdi>{name}</bdi>
              </button>
              <span className="dim">{plural(length, 'character')}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete ${name}`}
                title="Delete"
                disabled={isBusy}
                onClick={() => void remove(name)}
              >
                <Trash2 aria-hidden size={15} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AttachDialog run={run} onClose={() => setAdding(false)} />}
      {shown && (
        <Modal title={<bdi>{shown.name}</bdi>} className="run-text-dialog" onClose={() => setShown(undefined)}>
          {/* It scrolls, so the keyboard must reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="run-text" dir="auto" tabIndex={0}>
            {shown.text}
          </pre>
        </Modal>
      )}
    </Card>
  );
}

async function attachAgain(runs: Live['runs'], id: number, attachment: RunAttachment): Promise<void> {
  try {
    runs.accept(await attachText(id, attachment));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showToast({ title: `Cannot restore the attachment “${attachment.name}”`, text: error.message });
  }
}
