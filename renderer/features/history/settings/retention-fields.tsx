import { Switch } from '../../../components/form/switch.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useFormField, useFormSwitch } from '../../../components/form/use-field.ts';
import type { HistoryForm } from './history-form.ts';

export function RetentionFields() {
  return (
    <section className="history-card" aria-labelledby="history-retention">
      <h2 id="history-retention">Retention</h2>
      <Switch label="Record readings" {...useFormSwitch<HistoryForm>('history')} />
      <div className="form-grid">
        <TextField
          label="Raw readings"
          unit="days"
          inputMode="numeric"
          {...useFormField<HistoryForm>('history_raw_days')}
          hint="Every reading as measured."
        />
        <TextField
          label="Minute aggregates"
          unit="days"
          inputMode="numeric"
          {...useFormField<HistoryForm>('history_minute_days')}
          hint="Minimum, maximum and mean of each minute. Hour aggregates are stored without a time limit."
        />
        <TextField
          label="Maximum size"
          unit="GiB"
          inputMode="decimal"
          {...useFormField<HistoryForm>('history_max_gib')}
          hint="When the history exceeds this size, the oldest readings are deleted first."
        />
      </div>
    </section>
  );
}
