import { useWatch } from 'react-hook-form';
import { ChoiceFields } from '../../../components/reading-choice/choice-fields.tsx';
import { ExpectedOutput } from '../../../components/reading-choice/expected-output.tsx';
import { useLive, useReadable } from '../../../data/react.ts';
import type { MqttFacts } from '../clients.ts';
import { CLIENT_FIELDS, type ClientForm, choiceOfForm } from '../form/client-form.ts';
import { messageSizes } from '../preview/message-sizes.ts';
import { publishedDevices } from '../preview/topics.ts';

/** The choice of readings, and what it will publish. */
export function ReadingFields({ facts }: { facts: MqttFacts | null }) {
  const form = useWatch<ClientForm>() as ClientForm;
  const records = useReadable(useLive().devices.list);
  const attached = records.map(({ device }) => device);
  const { layout } = form.advanced;
  return (
    <>
      <ChoiceFields fields={CLIENT_FIELDS} path="advanced.readings" />
      <ExpectedOutput
        sent="messages"
        choice={choiceOfForm(form)}
        devices={publishedDevices(attached, facts?.simulated_published ?? null).devices}
        sizesOf={(device, readings) => messageSizes({ layout, prefix: form.name }, device, readings)}
      />
    </>
  );
}
