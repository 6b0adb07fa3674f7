/** The API's own schemas, plus what only the service checks otherwise. */
import {
  type MqttClientView,
  mqttClientCreateSchema,
  mqttClientInputSchema,
  prefixesOverlap,
} from '../../../../service/contract/index.ts';
import { type FormError, fieldErrors } from '../../../components/config-editor/field-errors.ts';
import { millisecondsOf, portOf, secondsText } from '../../../data/format/durations.ts';
import { hostAddress } from '../../../data/format/host-address.ts';
import { CLIENT_FIELDS, type ClientForm, inputOfForm, newClientOfForm } from './client-form.ts';
import { secretErrors } from './secrets.ts';

export interface FormRules {
  /** Null for a new client. */
  stored: MqttClientView | null;
  clients: readonly MqttClientView[];
}

/** All errors, the first of each field first. */
export function checkForm(form: ClientForm, rules: FormRules): FormError[] {
  return [
    ...delayErrors(form),
    ...schemaErrors(form, rules),
    ...identifierErrors(form, rules),
    ...nameErrors(form, rules),
    ...secretErrors(form, rules.stored),
  ];
}

function schemaErrors(form: ClientForm, { stored }: FormRules): FormError[] {
  const checked = stored
    ? mqttClientInputSchema.safeParse(inputOfForm(form))
    : mqttClientCreateSchema.safeParse(newClientOfForm(form));
  return fieldErrors(CLIENT_FIELDS, checked.error?.issues);
}

/** The schema reports this last, and in milliseconds. */
function delayErrors({ reconnect }: ClientForm): FormError[] {
  const [shorter, longer] = [millisecondsOf(reconnect.min_delay), millisecondsOf(reconnect.max_delay)];
  if (!(shorter > longer)) return [];
  const message = `The initial delay (${secondsText(shorter)} s) exceeds the maximum delay (${secondsText(longer)} s).`;
  return [{ path: 'reconnect.min_delay', message }];
}

function identifierErrors(form: ClientForm, { stored, clients }: FormRules): FormError[] {
  const identifier = form.identifier.trim();
  if (stored || clients.every((other) => other.identifier !== identifier)) return [];
  return [{ path: 'identifier', message: 'This identifier is already in use.' }];
}

function nameErrors(form: ClientForm, { stored, clients }: FormRules): FormError[] {
  const { name } = form;
  const [host, port] = [form.host.trim().toLowerCase(), portOf(form.port)];
  const other = clients.find(
    (client) =>
      client.identifier !== stored?.identifier &&
      client.host.toLowerCase() === host &&
      client.port === port &&
      prefixesOverlap(client.name, name),
  );
  if (!other || name === '') return [];
  const where = hostAddress(other);
  const message = `The client “${other.name}” already uses these topics on ${where}. Enter another name.`;
  return [{ path: 'name', message }];
}
