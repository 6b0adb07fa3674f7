import { useWatch } from 'react-hook-form';
import { ChoiceFields } from '../../../components/reading-choice/choice-fields.tsx';
import { formatBytes, formatCount, formatFixed, plural } from '../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import type { MqttFacts } from '../clients.ts';
import { CLIENT_FIELDS, type ClientForm, choiceOfForm } from '../form/client-form.ts';
import { type ExpectedTraffic, expectedTraffic } from '../preview/expected-traffic.ts';
import { publishedDevices } from '../preview/topics.ts';

/** The choice of readings, and what it will publish. */
export function ReadingFields({ facts }: { facts: MqttFacts | null }) {
  const form = useWatch<ClientForm>() as ClientForm;
  const records = useReadable(useLive().devices.list);
  const choice = choiceOfForm(form);
  const attached = records.map(({ device }) => device);
  const { devices } = publishedDevices(attached, facts?.simulated_published ?? null);
  const { layout } = form.advanced;
  return (
    <>
      <ChoiceFields fields={CLIENT_FIELDS} path="advanced.readings" />
      <output className="expected-traffic">
        {choice
          ? trafficText(expectedTraffic({ choice, layout, prefix: form.name, devices }))
          : 'Correct the fields to see what is published.'}
      </output>
    </>
  );
}

function trafficText({ devices, messagesPerHour, bytesPerDay, isAtMost }: ExpectedTraffic): string {
  if (devices === 0) return 'Publishes nothing now: no connected device has selected channels.';
  const messages = messagesPerHour < 10 ? formatFixed(messagesPerHour, 1) : formatCount(Math.round(messagesPerHour));
  const most = isAtMost ? 'at most ' : '';
  const source = `from ${plural(devices, 'connected device')}`;
  return `Expected, ${source}: ${most}${messages} messages per hour, ${most}${formatBytes(bytesPerDay)} per day.`;
}
