import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { MAX_ACKNOWLEDGED_BY, MAX_ACKNOWLEDGMENT_COMMENT } from '../../../service/contract/index.ts';
import { useAction } from '../../components/config-editor/use-action.ts';
import { Field, FieldError, TextField } from '../../components/form/field.tsx';
import { Modal } from '../../components/modal.tsx';
import { readPreference, writePreference } from '../../data/preferences.ts';

/** The name last entered in this browser. */
const NAME_PREFERENCE = 'acknowledged-by';

/** Who does something, and why; each may be empty. */
export interface Signature {
  by: string;
  text: string;
}

export interface SignedDialogProps {
  title: string;
  /** What it is about, and its effect. */
  description: ReactNode;
  nameHint: string;
  textLabel: string;
  textHint: string;
  /** Of the button, and while the request is running. */
  word: string;
  busyWord: string;
  /** Fields before the name, which get the focus. Default: the text gets it if the name is known. */
  children?: ReactNode;
  /** @returns whether the dialog closes @throws RequestError which is shown */
  onSubmit: (signature: Signature) => Promise<boolean>;
  /** It has faded out. */
  onClosed: () => void;
}

/** Asks for a name, which is offered again, and a text. */
export function SignedDialog(props: SignedDialogProps) {
  const { title, description, nameHint, textLabel, textHint, word, busyWord, children, onSubmit, onClosed } = props;
  const { run, busy, failure } = useAction();
  const [isOpen, setOpen] = useState(true);
  const [by, setBy] = useState(() => readPreference(NAME_PREFERENCE) ?? '');
  const [text, setText] = useState('');
  const [opener] = useState(() => document.activeElement);
  const textField = useRef<HTMLTextAreaElement>(null);
  const [isKnown] = useState(by !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = { by: by.trim(), text: text.trim() };
    writePreference(NAME_PREFERENCE, given.by);
    void run(async () => {
      if (await onSubmit(given)) setOpen(false);
    });
  };
  return (
    // Unmounted only after closing, so that the focus returns first.
    <Modal
      open={isOpen}
      onClose={() => !busy && setOpen(false)}
      onClosed={onClosed}
      title={title}
      isQuestion
      {...(isKnown && !children && { initialFocus: textField })}
      // A cleared alarm leaves the list, with the button.
      finalFocus={() => opener?.isConnected || document.querySelector('main')}
    >
      {description && <Dialog.Description className="dim">{description}</Dialog.Description>}
      <form className="form-section" onSubmit={submit} noValidate>
        {children}
        <TextField
          label="Name"
          name="by"
          value={by}
          hint={nameHint}
          maxLength={MAX_ACKNOWLEDGED_BY}
          onChange={({ target: { value } }) => setBy(value)}
        />
        <Field label={textLabel} hint={textHint}>
          {(control) => (
            <textarea
              {...control}
              ref={textField}
              className="field"
              rows={3}
              maxLength={MAX_ACKNOWLEDGMENT_COMMENT}
              value={text}
              onChange={({ target: { value } }) => setText(value)}
            />
          )}
        </Field>
        <FieldError text={failure?.message} />
        <div className="dialog-actions">
          <Dialog.Close className="button" disabled={busy}>
            Cancel
          </Dialog.Close>
          <button type="submit" className="button primary" disabled={busy}>
            {busy ? busyWord : word}
          </button>
        </div>
      </form>
    </Modal>
  );
}
