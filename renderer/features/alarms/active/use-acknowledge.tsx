import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import {
  type Alarm,
  type AlarmAcknowledgment,
  MAX_ACKNOWLEDGED_BY,
  MAX_ACKNOWLEDGMENT_COMMENT,
} from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { type Action, useAction } from '../../../components/config-editor/use-action.ts';
import { Field, FieldError, TextField } from '../../../components/form/field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { formatChannelLabel } from '../../../data/alarms/channel-label.ts';
import { formatAlarmKind } from '../../../data/alarms/labels.ts';
import { acknowledgeAlarm, acknowledgeAllAlarms } from '../../../data/alarms/requests.ts';
import { readPreference, writePreference } from '../../../data/preferences.ts';
import { useDisplayUnits, useLive } from '../../../data/react.ts';
import { usePlaces } from '../use-channel.ts';

/** The name last entered in this browser. */
const NAME_PREFERENCE = 'acknowledged-by';

/** One alarm, or all of them. */
type Target = Alarm | 'all';

interface Acknowledging extends Omit<Action, 'run'> {
  one: (id: string) => void;
  all: () => void;
  /** Opens a dialog for a name and a comment. */
  openDialog: (target: Target) => void;
  /** To be rendered beside the buttons. */
  dialog: ReactNode;
}

export function useAcknowledge(): Acknowledging {
  const { alarms } = useLive();
  const { run, ...action } = useAction();
  const [target, openDialog] = useState<Target | null>(null);
  const one = useCallback(
    (id: string) =>
      void run(() => acknowledgeAlarm(id)).then((alarm) => {
        if (alarm) alarms.accept(alarm);
      }),
    [alarms, run],
  );
  // The event stream delivers the changes.
  const all = useCallback(() => void run(acknowledgeAllAlarms), [run]);
  const dialog = target && <AcknowledgeDialog target={target} onClosed={() => openDialog(null)} />;
  return { ...action, one, all, openDialog, dialog };
}

function AcknowledgeDialog({ target, onClosed }: { target: Target; onClosed: () => void }) {
  const { alarms } = useLive();
  const { run, busy, failure } = useAction();
  const [isOpen, setOpen] = useState(true);
  const [by, setBy] = useState(() => readPreference(NAME_PREFERENCE) ?? '');
  const [comment, setComment] = useState('');
  const [opener] = useState(() => document.activeElement);
  const commentField = useRef<HTMLTextAreaElement>(null);
  const [isKnown] = useState(by !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = { by: by.trim(), comment: comment.trim() };
    writePreference(NAME_PREFERENCE, given.by);
    void run(async () => {
      if (target === 'all') await acknowledgeAllAlarms(given);
      else {
        const alarm = await acknowledgeAlarm(target.id, given);
        if (alarm) alarms.accept(alarm);
        if (!hasAcknowledgment(alarm, given)) {
          showToast({ title: 'Alarm already acknowledged', text: 'Your name and comment were not stored.' });
        }
      }
      setOpen(false);
    });
  };
  return (
    // Unmounted only after closing, so that the focus returns first.
    <Modal
      open={isOpen}
      onClose={() => !busy && setOpen(false)}
      onClosed={onClosed}
      title={target === 'all' ? 'Acknowledge all alarms' : 'Acknowledge alarm'}
      isQuestion
      {...(isKnown && { initialFocus: commentField })}
      // A cleared alarm leaves the list, with the button.
      finalFocus={() => opener?.isConnected || document.querySelector('main')}
    >
      {target !== 'all' && <TargetName alarm={target} />}
      <form className="form-section" onSubmit={submit} noValidate>
        <TextField
          label="Name"
          name="by"
          value={by}
          hint="Person who acknowledges. Filled in the next time."
          maxLength={MAX_ACKNOWLEDGED_BY}
          onChange={({ target: { value } }) => setBy(value)}
        />
        <Field label="Comment" hint="For example, what was done. At most 500 characters.">
          {(control) => (
            <textarea
              {...control}
              ref={commentField}
              className="field"
              rows={3}
              maxLength={MAX_ACKNOWLEDGMENT_COMMENT}
              value={comment}
              onChange={({ target: { value } }) => setComment(value)}
            />
          )}
        </Field>
        <FieldError text={failure?.message} />
        <div className="dialog-actions">
          <Dialog.Close className="button" disabled={busy}>
            Cancel
          </Dialog.Close>
          <button type="submit" className="button primary" disabled={busy}>
            {busy ? 'Acknowledging…' : target === 'all' ? 'Acknowledge all' : 'Acknowledge'}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** Whether the alarm was acknowledged here: another window may have been first. */
function hasAcknowledgment(alarm: Alarm | undefined, { by, comment }: AlarmAcknowledgment): boolean {
  return alarm?.acknowledged_by === by && alarm.acknowledgment_comment === comment;
}

function TargetName({ alarm }: { alarm: Alarm }) {
  const unit = useDisplayUnits().of(alarm.unit);
  const place = usePlaces()(alarm);
  return (
    <Dialog.Description className="dim">
      {formatChannelLabel(place)}: {formatAlarmKind(alarm, unit)}
    </Dialog.Description>
  );
}
