import { gatewayInputSchema, PERIOD_MS } from '../../../../service/contract/index.ts';
import { describeFieldError, type FormError } from '../../../components/config-editor/field-errors.ts';
import { secondsText } from '../../../data/format/durations.ts';
import { type GatewayForm, inputOfForm } from './gateway-form.ts';

export const GATEWAY_LABELS: Readonly<Record<keyof GatewayForm, string>> = {
  kind: 'Type',
  name: 'Name',
  host: 'Host',
  port: 'Port',
  period_ms: 'Polling interval',
  client: 'Broker (from MQTT client)',
  prefix: 'Topic prefix',
};

/** The schema uses milliseconds and has no word for an empty choice. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  period_ms: `Enter a polling interval from ${secondsText(PERIOD_MS.min)} s to ${secondsText(PERIOD_MS.max)} s.`,
  client: 'Select an MQTT client.',
};

/** All errors, the first of each field first. */
export function checkForm(form: GatewayForm): FormError[] {
  const issues = gatewayInputSchema.safeParse(inputOfForm(form)).error?.issues ?? [];
  return issues.map(({ path, message }) => {
    const place = path.join('.');
    return { path: place, message: OWN_WORDS[place] ?? describeFieldError(GATEWAY_LABELS, place, message) };
  });
}
