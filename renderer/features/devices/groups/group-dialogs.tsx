import { type FormEvent, useId, useState } from 'react';
import { type AppDevice, deviceKey, groupText } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { FieldError } from '../../../components/form/field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { deviceName } from '../../../data/devices/labels.ts';
import { renameGroup } from '../../../data/devices/requests.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { ValueStore } from '../../../data/store.ts';
import { changeDevice, groupNames, reportGroup } from '../change-device.ts';
import { usePatchDevice } from '../use-patch-device.ts';

const MAX_GROUP = groupText.maxLength ?? Number.MAX_SAFE_INTEGER;

type Subject = { device: AppDevice; isNew: boolean } | { group: string };

interface Opened {
  subject: Subject;
  /** Gets the focus back. */
  origin: Element | null;
}

const opened = new ValueStore<Opened | null>(null);

/** Opens the form for the group of a device. */
export function editGroupOf(device: AppDevice): void {
  opened.set({ subject: { device, isNew: false }, origin: document.activeElement });
}

/** Opens the form for a new group of a device. @param origin gets the focus back */
export function addGroupFor(device: AppDevice, origin: Element | null): void {
  opened.set({ subject: { device, isNew: true }, origin });
}

/** Opens the form that renames or removes a group. */
export function editGroup(group: string): void {
  opened.set({ subject: { group }, origin: document.activeElement });
}

/** The open form, if any. */
export function GroupDialogs() {
  const dialog = useReadable(opened);
  if (!dialog) return null;
  const { subject, origin } = dialog;
  const props = { onClose: () => opened.set(null), focus: () => focusTarget(subject, origin) };
  return 'device' in subject ? (
    <DeviceGroupForm {...subject} {...props} />
  ) : (
    <GroupForm group={subject.group} {...props} />
  );
}

/** A row that moved to another group is another element; a renamed group has another title. */
function focusTarget(subject: Subject, origin: Element | null): HTMLElement | null {
  if (origin instanceof HTMLElement && origin.isConnected && origin !== document.body) return origin;
  const row = 'device' in subject ? `[data-entry="${CSS.escape(deviceKey(subject.device))}"]` : '[role="option"]';
  return document.querySelector<HTMLElement>(row) ?? document.querySelector<HTMLElement>('main');
}

interface FormProps {
  onClose: () => void;
  focus: () => HTMLElement | null;
}

function DeviceGroupForm({ device, isNew, onClose, focus }: FormProps & { device: AppDevice; isNew: boolean }) {
  const [text, setText] = useState(isNew ? '' : device.group);
  const names = groupNames(useReadable(useLive().devices.known));
  const { patch, busy, error } = usePatchDevice(device);
  const hintId = useId();
  const errorId = useId();
  const listId = useId();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const group = text.trim();
    if (isNew && group === '') return;
    if (group !== device.group) {
      if (!(await patch({ group }))) return;
      reportGroup(device, group);
    }
    onClose();
  };
  const title = `${isNew ? 'New group for' : 'Change group of'} ${deviceName(device)}`;
  return (
    <Modal title={title} onClose={() => !busy && onClose()} finalFocus={focus}>
      <form className="texts-form" onSubmit={(event) => void save(event)}>
        <label className="texts-field">
          <span className="dim">{isNew ? 'Name' : 'Group'}</span>
          <input
            className="field"
            value={text}
            maxLength={MAX_GROUP}
            list={listId}
            aria-describedby={`${hintId} ${errorId}`}
            aria-invalid={error !== ''}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {!isNew && (
          <p id={hintId} className="dim">
            Leave empty for no group.
          </p>
        )}
        <datalist id={listId}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <FieldError id={errorId} text={error} />
        <div className="dialog-actions">
          <button type="button" className="button" disabled={busy} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={busy || (isNew && text.trim() === '')}>
            Save
          </button>
        </div>
      </form>
    </Modal>
  );
}

function GroupForm({ group, onClose, focus }: FormProps & { group: string }) {
  const [name, setName] = useState(group);
  const live = useLive();
  const known = useReadable(live.devices.known);
  const names = groupNames(known);
  const { run, busy, failure } = useAction();
  const errorId = useId();
  const rename = async (wanted: string): Promise<void> => {
    if (wanted === group) return onClose();
    const members = known.map(({ device }) => device).filter((device) => device.group === group);
    const renamed = await run(() => renameGroup(group, wanted));
    if (!renamed) return;
    if (wanted === '') {
      showToast({
        title: `Removed the group “${group}”`,
        text: 'Its devices stay in the list.',
        action: {
          word: 'Undo',
          run: () => {
            for (const device of members) changeDevice(live, device, { group });
          },
        },
      });
    }
    onClose();
  };
  const joins = name.trim() !== group && names.includes(name.trim());
  return (
    <Modal title={`Group “${group}”`} onClose={() => !busy && onClose()} finalFocus={focus}>
      <form
        className="texts-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void rename(name.trim());
        }}
      >
        <label className="texts-field">
          <span className="dim">Name</span>
          <input
            className="field"
            value={name}
            maxLength={MAX_GROUP}
            aria-describedby={errorId}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <p className="dim">
          {joins
            ? `“${name.trim()}” already exists. Saving merges the two groups.`
            : 'The devices of a removed group stay in the list. Alarms from rules for the group are cleared.'}
        </p>
        <FieldError id={errorId} text={failure?.message ?? ''} />
        <div className="dialog-actions">
          <button type="button" className="button danger" disabled={busy} onClick={() => void rename('')}>
            Remove group
          </button>
          <button type="button" className="button" disabled={busy} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={busy || name.trim() === ''}>
            Save
          </button>
        </div>
      </form>
    </Modal>
  );
}
