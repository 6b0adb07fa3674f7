import { Dialog } from '@base-ui/react/dialog';
import { Upload } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  attachmentInputSchema,
  attachmentNameSchema,
  MAX_ATTACHMENT_LENGTH,
  type Run,
} from '../../../../service/contract/index.ts';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { Field, FieldError, TextField } from '../../../components/form/field.tsx';
import { describeUnreadable, useFilePicker } from '../../../components/form/use-file-picker.tsx';
import { Modal } from '../../../components/modal.tsx';
import { formatCount } from '../../../data/format/numbers.ts';
import { capitalized } from '../../../data/format/text.ts';
import { useLive } from '../../../data/react.ts';
import { attachText } from '../../../data/runs/requests.ts';

export interface AttachDialogProps {
  run: Run;
  onClose: () => void;
}

const TEXT_FILES = '.txt,.md,.csv,.json,.log,text/*';

/** A new attachment, typed or from a text file. */
export function AttachDialog({ run, onClose }: AttachDialogProps) {
  const { runs } = useLive();
  const { run: attempt, busy, failure, dismiss } = useAction();
  const [attachment, setAttachment] = useState({ name: '', text: '' });
  const [errors, setErrors] = useState({ name: '', text: '' });
  const { name, text } = attachment;
  const set = (change: Partial<typeof attachment>): void => {
    setAttachment({ ...attachment, ...change });
    setErrors({ name: '', text: '' });
    dismiss();
  };
  const { choose, element } = useFilePicker('Text file', TEXT_FILES, async (file) => {
    try {
      set({ name: file.name, text: await file.text() });
    } catch {
      // The browser does not say why.
      setErrors({ name: '', text: describeUnreadable(file.name) });
    }
  });
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = errorsOf(run, attachment);
    setErrors(found);
    const first = found.name ? 'name' : found.text ? 'text' : undefined;
    if (first) return form.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
    const changed = await attempt(() => attachText(run.id, { name: name.trim(), text }));
    if (!changed) return;
    runs.accept(changed);
    onClose();
  };
  return (
    <Modal isQuestion onClose={() => !busy && onClose()} title="Attach text" className="run-text-dialog">
      <form className="form-section" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          name="name"
          value={name}
          placeholder="test-record.txt"
          error={errors.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Field label="Text" hint={`At most ${formatCount(MAX_ATTACHMENT_LENGTH)} characters.`} error={errors.text}>
          {(control) => (
            <textarea
              {...control}
              data-field="text"
              className="field"
              rows={8}
              value={text}
              onChange={({ target }) => set({ text: target.value })}
            />
          )}
        </Field>
        {element}
        <FieldError text={failure?.message} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={choose}>
            <Upload aria-hidden size={14} /> From a file…
          </button>
          <Dialog.Close className="button" disabled={busy}>
            Cancel
          </Dialog.Close>
          <button type="submit" className="button primary" disabled={busy}>
            {busy ? 'Saving…' : 'Attach'}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** Empty texts without an error. A name that is taken is refused: the other text would be replaced. */
function errorsOf(
  { attachments }: Run,
  { name, text }: { name: string; text: string },
): Record<'name' | 'text', string> {
  const named = attachmentNameSchema.safeParse(name);
  const isTaken = attachments.some((other) => other.name === name.trim());
  const written = attachmentInputSchema.safeParse({ text });
  const sentence = (message: string | undefined): string => (message ? `${capitalized(message)}.` : '');
  return {
    name: isTaken
      ? 'The run already has an attachment with this name. Enter another name.'
      : sentence(named.error?.issues[0]?.message),
    text: text.trim() === '' ? 'Enter text.' : sentence(written.error?.issues[0]?.message),
  };
}
