import { useState } from 'react';
import { TextField } from '../../components/form/text-field.tsx';
import { type ExportChoice, localFieldText, momentOfField } from '../../data/history/export-request.ts';

const HOUR_MS = 3_600_000;

const RANGES: readonly { word: string; ms: number }[] = [
  { word: 'Last hour', ms: HOUR_MS },
  { word: 'Last 24 hours', ms: 24 * HOUR_MS },
  { word: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  { word: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
];

function endingNow(ms: number): { from: number; to: number } {
  const to = Date.now();
  return { from: to - ms, to };
}

export interface RangeFieldsProps {
  choice: ExportChoice;
  onChange: (choice: ExportChoice) => void;
}

export function RangeFields({ choice, onChange }: RangeFieldsProps) {
  return (
    <fieldset className="form-group">
      <legend className="form-label">Range (local time)</legend>
      <div className="form-pair">
        <Moment label="From" at={choice.from} onChange={(from) => onChange({ ...choice, from })} />
        <Moment label="To" at={choice.to} onChange={(to) => onChange({ ...choice, to })} />
      </div>
      <div className="export-stretches">
        {RANGES.map(({ word, ms }) => (
          <button key={word} type="button" className="badge" onClick={() => onChange({ ...choice, ...endingNow(ms) })}>
            {word}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** A given time stays exact until the user edits it: a chart selection ends between two seconds. */
function Moment({ label, at, onChange }: { label: string; at: number; onChange: (at: number) => void }) {
  const [typed, setTyped] = useState<{ text: string; at: number }>();
  // Set in another way than through this field: discard the typed text.
  const text = typed && Object.is(typed.at, at) ? typed.text : localFieldText(at);
  return (
    <TextField
      label={label}
      type="datetime-local"
      step="0.001"
      required
      value={text}
      onChange={(event) => {
        const moment = momentOfField(event.target.value);
        setTyped({ text: event.target.value, at: moment });
        onChange(moment);
      }}
    />
  );
}
