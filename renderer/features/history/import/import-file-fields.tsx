import { useId } from 'react';
import type { ImportJob } from '../../../../service/contract/index.ts';
import { SelectField, TextField } from '../../../components/form/field.tsx';
import { type ImportFields, shownFields } from '../../../data/imports/import-fields.ts';

const DATE_ORDERS = [
  { value: '', word: 'As the file shows' },
  { value: 'dmy', word: 'Day first' },
  { value: 'mdy', word: 'Month first' },
];

export interface ImportFileFieldsProps {
  job: ImportJob;
  fields: ImportFields;
  onChange: (fields: ImportFields) => void;
}

/** How the whole file is read, where it does not say so itself. */
export function ImportFileFields({ job, fields, onChange }: ImportFileFieldsProps) {
  const zones = useId();
  const shown = shownFields(job);
  if (!shown.timeZone && !shown.dateOrder && !shown.device) return null;
  return (
    <div className="form-grid">
      {shown.timeZone && (
        <TextField
          label="Time zone of local times"
          value={fields.timeZone}
          placeholder={job.format?.time_zone ?? 'Europe/Berlin'}
          list={zones}
          hint="Used for times without a zone."
          onChange={(event) => onChange({ ...fields, timeZone: event.target.value })}
        />
      )}
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      {shown.dateOrder && (
        <SelectField
          label="Dates such as 03/04/2026"
          value={fields.dateOrder}
          options={DATE_ORDERS}
          onChange={({ target: { value } }) =>
            onChange({ ...fields, dateOrder: value === 'dmy' || value === 'mdy' ? value : '' })
          }
        />
      )}
      {shown.device && (
        <TextField
          mono
          label="Device"
          value={fields.device}
          placeholder="usb/E24638"
          hint="Of columns without a serial number, as family/serial."
          onChange={(event) => onChange({ ...fields, device: event.target.value })}
        />
      )}
    </div>
  );
}
