import { useWatch } from 'react-hook-form';
import { ChoiceFields } from '../../../components/reading-choice/choice-fields.tsx';
import { ExpectedOutput } from '../../../components/reading-choice/expected-output.tsx';
import { useLive, useReadable } from '../../../data/react.ts';
import { choiceOfForm, DATABASE_FIELDS, type DatabaseForm, inputOfForm } from './database-form.ts';
import { lineSize } from './line-size.ts';

/**
 * The choice of readings, and what it will write.
 * @param simulatedWritten null while unknown
 */
export function ReadingFields({ simulatedWritten }: { simulatedWritten: boolean | null }) {
  const form = useWatch<DatabaseForm>() as DatabaseForm;
  const records = useReadable(useLive().devices.list);
  const attached = records.map(({ device }) => device);
  const { measurement = '', tags = [] } = inputOfForm(form);
  return (
    <>
      <ChoiceFields fields={DATABASE_FIELDS} path="readings" />
      <ExpectedOutput
        sent="lines"
        note={form.gzip ? ' before compression' : ''}
        choice={choiceOfForm(form)}
        devices={attached.filter(({ simulated }) => simulatedWritten !== false || !simulated)}
        sizesOf={(device, readings) => [lineSize({ measurement, tags }, device, readings)]}
      />
    </>
  );
}
