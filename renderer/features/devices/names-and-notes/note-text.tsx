import { Pencil, StickyNote } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AppDevice } from '../../../../service/contract/index.ts';
import { closeForm } from '../../../components/close-form.ts';
import { deviceName } from '../../../data/devices/labels.ts';
import { usePatchDevice } from '../use-patch-device.ts';
import { MAX_NOTE, NameAndNoteForm } from './name-and-note-form.tsx';

export interface NoteTextProps {
  device: AppDevice;
  /** It cannot be changed at the moment. */
  fixed: boolean;
}

export function NoteText({ device, fixed }: NoteTextProps) {
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { patch, busy, error } = usePatchDevice(device);
  const { note } = device;
  if (editing) {
    return (
      <NameAndNoteForm
        fields={[{ name: 'note', label: 'Note', value: note, maxLength: MAX_NOTE, lines: 4 }]}
        fixed={fixed}
        busy={busy}
        error={error}
        onSave={async (texts) => (texts['note'] ?? '') === note || (await patch({ note: texts['note'] ?? '' }))}
        onDone={() => closeForm(() => setEditing(false), opener)}
      />
    );
  }
  if (fixed && !note) return null;
  return (
    <div className="note-text">
      {note && <p>{note}</p>}
      {!fixed && (
        <button
          ref={opener}
          type="button"
          className="link-button note-button"
          aria-label={`${note ? 'Edit note' : 'Add note'} for ${deviceName(device)}`}
          onClick={() => setEditing(true)}
        >
          {note ? <Pencil aria-hidden size={12} /> : <StickyNote aria-hidden size={13} />}
          {note ? 'Edit note' : 'Add note'}
        </button>
      )}
    </div>
  );
}
