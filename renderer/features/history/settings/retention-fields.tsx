/** Whether and for how long what is measured is kept. */
import { Switch } from '../../../components/form/switch.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useFormField, useFormSwitch } from '../../../components/form/use-field.ts';
import type { HistoryForm } from './history-form.ts';

export function RetentionFields() {
  return (
    <section className="history-card" aria-labelledby="history-retention">
      <h2 id="history-retention">What is kept for how long</h2>
      <Switch label="Record what is measured" {...useFormSwitch<HistoryForm>('history')} />
      <div className="form-grid">
        <TextField
          label="Readings themselves"
          unit="days"
          inputMode="numeric"
          {...useFormField<HistoryForm>('history_raw_days')}
          hint="Every value, as it was measured."
        />
        <TextField
          label="Values by the minute"
          unit="days"
          inputMode="numeric"
          {...useFormField<HistoryForm>('history_minute_days')}
          hint="The lowest, highest and mean of each minute. Those of each hour are kept for ever."
        />
        <TextField
          label="At most, of all"
          unit="GiB"
          inputMode="decimal"
          {...useFormField<HistoryForm>('history_max_gib')}
          hint="When it would take more on the disk, the oldest readings go first."
        />
      </div>
    </section>
  );
}
