import { Popover } from '@base-ui/react/popover';
import { type FormEvent, useId, useState } from 'react';
import { type Marker, markerInputSchema } from '../../../service/contract/index.ts';
import { FieldError, SelectField } from '../../components/form/field.tsx';
import type { AnnotationStore } from '../../data/history-tiles/annotation-store.ts';
import './chart-marker.css';
import { timestampLabel } from './scene/time-labels.ts';
import { useDeviceNames } from './use-device-names.ts';
import type { PopoverAnchor } from './view/controls.ts';

/** In characters. */
const MAX_NAME = markerInputSchema.shape.text.maxLength ?? Number.MAX_SAFE_INTEGER;

/** A new marker, or one that is being edited. */
export interface MarkerDraft {
  readonly at: number;
  readonly marker: Marker | undefined;
  readonly anchor: PopoverAnchor;
}

export interface MarkerPopoverProps {
  readonly draft: MarkerDraft;
  /** Key of the only device of the charts; null for several. */
  readonly device: string | null;
  readonly annotations: AnnotationStore;
  readonly onClose: () => void;
}

export function MarkerPopover({ draft, device, annotations, onClose }: MarkerPopoverProps) {
  const { at, marker, anchor } = draft;
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side="bottom" align="center" sideOffset={6} className="floating">
          <Popover.Popup className="popup chart-marker-popup">
            <Popover.Title className="popup-title">{marker ? 'Edit marker' : 'New marker'}</Popover.Title>
            <MarkerForm
              key={marker?.id ?? at}
              at={at}
              marker={marker}
              device={device}
              annotations={annotations}
              onClose={onClose}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

export interface MarkerFormProps extends Pick<MarkerDraft, 'at' | 'marker'>, Pick<MarkerPopoverProps, 'device'> {
  readonly annotations: AnnotationStore;
  /** The marker was added, changed or deleted. */
  readonly onClose: () => void;
  readonly onCancel?: () => void;
}

/** Names a marker and selects its charts, or deletes it. */
export function MarkerForm({ at, marker, device, annotations, onClose, onCancel }: MarkerFormProps) {
  const [text, setText] = useState(marker?.text ?? '');
  const [shownIn, setShownIn] = useState(marker ? marker.device : device);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const errorId = useId();
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await act();
      onClose();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const name = text.trim();
    if (name === '') setError('Enter a name.');
    else {
      const input = { at, text: name, device: shownIn };
      void run(() => (marker ? annotations.change(marker, input) : annotations.add(input)));
    }
  };
  return (
    <form className="chart-marker-form" noValidate onSubmit={submit}>
      <label className="chart-marker-field">
        <span className="dim">{timestampLabel(at)}</span>
        <input
          className="field"
          aria-label="Marker name"
          autoComplete="off"
          maxLength={MAX_NAME}
          aria-describedby={errorId}
          aria-invalid={error !== ''}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <FieldError id={errorId} text={error} />
      <ShownIn device={marker?.device ?? device} value={shownIn} onChange={setShownIn} />
      <div className="chart-marker-buttons">
        <button type="submit" className="button primary" disabled={busy}>
          {marker ? 'Save' : 'Add marker'}
        </button>
        {marker && (
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void run(() => annotations.remove(marker))}
          >
            Delete
          </button>
        )}
        {onCancel && (
          <button type="button" className="button" disabled={busy} onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}

interface ShownInProps {
  /** The key of the device to offer; null: nothing to choose. */
  readonly device: string | null;
  /** The selected device; null: all charts. */
  readonly value: string | null;
  readonly onChange: (device: string | null) => void;
}

function ShownIn({ device, value, onChange }: ShownInProps) {
  const namesOf = useDeviceNames();
  if (device === null) return null;
  return (
    <SelectField
      label="Show in"
      options={[
        { value: device, word: `Charts of ${namesOf(device).name}` },
        { value: '', word: 'All charts' },
      ]}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    />
  );
}
