import { Pencil } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { AppDevice } from '../../../service/contract/index.ts';
import { closeForm } from '../../components/close-form.ts';
import { FieldError } from '../../components/form/field.tsx';
import { deviceName } from '../../data/devices/labels.ts';
import { CANNOT_BE_SAVED, MAX_ALIAS } from './names-and-notes/name-and-note-form.tsx';
import { usePatchDevice } from './use-patch-device.ts';

export interface DeviceNameProps {
  device: AppDevice;
  /** It cannot be renamed at the moment; a text in the form stays. */
  fixed: boolean;
  /** Follows the name, except while it is edited. */
  children?: ReactNode;
}

export function DeviceName({ device, fixed, children }: DeviceNameProps) {
  const [editing, setEditing] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const name = deviceName(device);
  if (editing) {
    return <NameForm device={device} fixed={fixed} onDone={() => closeForm(() => setEditing(false), rename)} />;
  }
  return (
    <div className="device-name">
      <h2 className="ellipsis" title={name}>
        {name}
      </h2>
      {!fixed && (
        <button
          ref={rename}
          type="button"
          className="icon-button"
          data-command="rename"
          aria-label={`Rename ${name}`}
          title="Rename device"
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden size={14} />
        </button>
      )}
      {children}
    </div>
  );
}

function NameForm({ device, fixed, onDone }: DeviceNameProps & { onDone: () => void }) {
  const [alias, setAlias] = useState(deviceName(device));
  const { patch, busy, error } = usePatchDevice(device);
  const errorId = useId();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // Without an alias the product name is shown.
    const wanted = alias.trim() === device.device.info.product ? '' : alias.trim();
    if (wanted === device.alias || (await patch({ alias: wanted }))) onDone();
  };
  return (
    <form className="name-form" onSubmit={(event) => void submit(event)}>
      {/* The content below keeps its heading. */}
      <h2 className="visually-hidden">{deviceName(device)}</h2>
      <input
        className="field"
        aria-label="Device name"
        aria-describedby={errorId}
        aria-invalid={error !== ''}
        placeholder={device.device.info.product}
        maxLength={MAX_ALIAS}
        value={alias}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked to type here
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setAlias(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <button
        type="submit"
        className="button primary"
        disabled={busy || fixed}
        title={fixed ? CANNOT_BE_SAVED : undefined}
      >
        Save
      </button>
      <button type="button" className="button" onClick={onDone}>
        Cancel
      </button>
      <FieldError id={errorId} text={error} />
    </form>
  );
}
