import { useRef, useState } from 'react';
import { type AppDevice, SEA_LEVEL_PRESSURE_PA } from '../../../service/contract/index.ts';
import { closeForm } from '../../components/close-form.ts';
import { DetailGroup, DetailRow } from '../../components/facts.tsx';
import { deviceName } from '../../data/devices/labels.ts';
import { useDisplayUnits } from '../../data/react.ts';
import { formatPressureInput, INVALID_SEA_LEVEL, parsePressureInput } from '../../data/units/pressure-input.ts';
import { NameAndNoteForm } from './names-and-notes/name-and-note-form.tsx';
import { usePatchDevice } from './use-patch-device.ts';

export interface SeaLevelPressureProps {
  device: AppDevice;
  /** It cannot be changed at the moment. */
  fixed: boolean;
}

/** The pressure that altitudes of the device are computed above. */
export function SeaLevelPressure({ device, fixed }: SeaLevelPressureProps) {
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const shown = useDisplayUnits().of('kPa');
  const { sea_level_pressure_pa: effective, own_sea_level_pressure_pa: own } = device;
  return (
    <div>
      <DetailGroup title="Altitude">
        <DetailRow name="Pressure at sea level">
          {formatPressureInput(effective, shown)} <span className="dim">({own === null ? 'all devices' : 'own'})</span>{' '}
          {!fixed && !editing && (
            <button
              ref={opener}
              type="button"
              className="link-button"
              aria-label={`Change pressure at sea level of ${deviceName(device)}`}
              onClick={() => setEditing(true)}
            >
              Change…
            </button>
          )}
        </DetailRow>
      </DetailGroup>
      {editing && (
        <PressureForm device={device} fixed={fixed} onDone={() => closeForm(() => setEditing(false), opener)} />
      )}
    </div>
  );
}

function PressureForm({ device, fixed, onDone }: SeaLevelPressureProps & { onDone: () => void }) {
  const [invalid, setInvalid] = useState('');
  const { patch, busy, error } = usePatchDevice(device);
  const shown = useDisplayUnits().of('kPa');
  const { sea_level_pressure_pa: effective, own_sea_level_pressure_pa: own } = device;
  const stored = own === null ? '' : formatPressureInput(own, shown);
  const save = async (text: string): Promise<boolean> => {
    if (text === stored) return true;
    const pascals = text === '' ? null : parsePressureInput(text);
    const { min, max } = SEA_LEVEL_PRESSURE_PA;
    const isValid = pascals === null || (pascals >= min && pascals <= max);
    setInvalid(isValid ? '' : INVALID_SEA_LEVEL);
    return isValid && (await patch({ sea_level_pressure_pa: pascals }));
  };
  return (
    <NameAndNoteForm
      fields={[
        {
          name: 'pressure',
          label: 'Pressure at sea level, with its unit. Empty: as set for all devices.',
          value: stored,
          maxLength: 40,
          placeholder: formatPressureInput(effective, shown),
        },
      ]}
      fixed={fixed}
      busy={busy}
      error={invalid || error}
      onSave={({ pressure = '' }) => save(pressure)}
      onDone={onDone}
    />
  );
}
