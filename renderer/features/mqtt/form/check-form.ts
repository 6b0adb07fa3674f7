/** What is wrong with what the form holds: the API's own schemas, and what the service would refuse besides. */
import {
  type MqttClientView,
  mqttClientCreateSchema,
  mqttClientInputSchema,
  prefixesMeet,
} from '../../../../service/contract/index.ts';
import { brokerAddress } from '../../../data/mqtt/words.ts';
import { type ClientForm, inputOfForm } from './client-form.ts';
import { millisecondsOf, portOf, secondsText } from './durations.ts';
import { pemProblem } from './pem.ts';
import { problemSentence } from './problem-sentence.ts';

export interface FormProblem {
  /** The field's path in the form, which is its path in the API. */
  path: string;
  /** A sentence. */
  message: string;
}

export interface FormRules {
  /** The client as it is stored; null for one that is new. */
  stored: MqttClientView | null;
  /** All clients there are. */
  clients: readonly MqttClientView[];
}

/** What the stored password was given for; it is sent to nothing else. */
export function addressChanged(form: ClientForm, stored: MqttClientView): boolean {
  return (
    form.host.trim() !== stored.host ||
    // What is no port is no other port either: it may be half typed.
    (portOf(form.port) ?? stored.port) !== stored.port ||
    form.ssl !== stored.ssl ||
    form.advanced.check_server_name !== stored.advanced.check_server_name ||
    form.advanced.ca !== null
  );
}

/** Whether the password must be entered again before the form can be saved. */
export function passwordMissing(form: ClientForm, stored: MqttClientView | null): boolean {
  return stored !== null && stored.password_set && form.password === null && addressChanged(form, stored);
}

export const PASSWORD_AGAIN =
  'The address or its checks have changed. Enter the password again: a stored one is never sent to another address.';

/** Whether there will be a password that MQTT 3 has no place for without a user name (MQTT 3.1.1, 3.1.2.9). */
export function passwordNeedsUser(form: ClientForm, stored: MqttClientView | null): boolean {
  const hasPassword = form.password === null ? Boolean(stored?.password_set) : form.password !== '';
  return hasPassword && form.username === '' && form.protocol_version !== '5';
}

/** Everything that is wrong, the first of each field first. */
export function checkForm(form: ClientForm, rules: FormRules): FormProblem[] {
  return [
    ...delayProblems(form),
    ...schemaProblems(form, rules),
    ...identifierProblems(form, rules),
    ...nameProblems(form, rules),
    ...(passwordMissing(form, rules.stored) ? [{ path: 'password', message: PASSWORD_AGAIN }] : []),
    ...pemProblems(form),
    ...pairProblems(form, rules),
  ];
}

function schemaProblems(form: ClientForm, { stored }: FormRules): FormProblem[] {
  const input = inputOfForm(form);
  const checked = stored
    ? mqttClientInputSchema.safeParse(input)
    : mqttClientCreateSchema.safeParse({ ...input, identifier: form.identifier.trim() });
  const issues = checked.error?.issues ?? [];
  return issues.map(({ path, message }) => {
    const place = path.join('.');
    return { path: place, message: isDelay(place) ? DELAY : problemSentence(place, message) };
  });
}

const isDelay = (path: string): boolean => path === 'reconnect.min_delay' || path === 'reconnect.max_delay';

/** The form has seconds where the API has milliseconds. */
const DELAY = `A delay is a time from ${secondsText(1)} s to 86400 s, which is a day.`;

/** The schema says this once nothing else is wrong, and in milliseconds. */
function delayProblems({ reconnect }: ClientForm): FormProblem[] {
  const [shorter, longer] = [millisecondsOf(reconnect.min_delay), millisecondsOf(reconnect.max_delay)];
  if (!(shorter > longer)) return [];
  const message = `The first delay, ${secondsText(shorter)} s, is longer than the longest, ${secondsText(longer)} s.`;
  return [{ path: 'reconnect.min_delay', message }];
}

function identifierProblems(form: ClientForm, { stored, clients }: FormRules): FormProblem[] {
  const identifier = form.identifier.trim();
  if (stored || clients.every((other) => other.identifier !== identifier)) return [];
  return [{ path: 'identifier', message: 'There is a client with this identifier already.' }];
}

function nameProblems(form: ClientForm, { stored, clients }: FormRules): FormProblem[] {
  const { name } = form;
  const [host, port] = [form.host.trim(), portOf(form.port)];
  const other = clients.find(
    (client) =>
      client.identifier !== stored?.identifier &&
      client.host === host &&
      client.port === port &&
      prefixesMeet(client.name, name),
  );
  if (!other || name === '') return [];
  const where = brokerAddress(other);
  const message = `The client ${other.name} publishes under the same topics on ${where}. Choose another name.`;
  return [{ path: 'name', message }];
}

const PEM_FIELDS = { ca: 'certificate', certificate: 'certificate', key: 'key' } as const;

function pemProblems({ advanced }: ClientForm): FormProblem[] {
  return Object.entries(PEM_FIELDS).flatMap(([field, kind]) => {
    const text = advanced[field as keyof typeof PEM_FIELDS];
    const message = text ? pemProblem(kind, text) : undefined;
    return message ? [{ path: `advanced.${field}`, message }] : [];
  });
}

/** A certificate of the client and its key come together. */
function pairProblems({ advanced }: ClientForm, { stored }: FormRules): FormProblem[] {
  const kept = stored?.advanced;
  const hasCertificate = advanced.certificate === null ? Boolean(kept?.certificate) : advanced.certificate !== '';
  const hasKey = advanced.key === null ? Boolean(kept?.key_set) : advanced.key !== '';
  if (hasCertificate === hasKey) return [];
  return hasKey
    ? [{ path: 'advanced.certificate', message: 'The private key needs its client certificate.' }]
    : [{ path: 'advanced.key', message: 'The client certificate needs its private key.' }];
}
