/** Form values are the typed texts, structured as in the API so that paths match. */
import {
  fieldsOf,
  MAX_TEXT,
  type MqttClientCreate,
  type MqttClientInput,
  type MqttClientView,
  mqttClientCreateSchema,
  prefixesOverlap,
  type ReadingChoice,
  readingChoiceSchema,
} from '../../../../service/contract/index.ts';
import { type FormValues, formValues, inputValues } from '../../../components/form/form-values.ts';

export type ClientForm = FormValues<MqttClientCreate>;

export const CLIENT_FIELDS = fieldsOf(mqttClientCreateSchema);

/** Secrets stay as they are. */
export function formOfClient(view: MqttClientView): ClientForm {
  return formValues(CLIENT_FIELDS, view);
}

/** The declared defaults. */
export function emptyForm(): ClientForm {
  return formValues(CLIENT_FIELDS, {});
}

/** Without the client ID: a broker disconnects one of two clients that share it. */
export function formOfCopy(view: MqttClientView, names: { name: string; identifier: string }): ClientForm {
  return formValues(CLIENT_FIELDS, { ...view, ...names, advanced: { ...view.advanced, client_id: '' } });
}

/** A form as a new client of the API. Invalid numbers are NaN, which the API's schemas refuse. */
export function newClientOfForm(form: ClientForm): MqttClientCreate {
  return inputValues(CLIENT_FIELDS, form);
}

/** A form as an update or a test of the API. */
export function inputOfForm(form: ClientForm): MqttClientInput {
  const { identifier: _identifier, ...input } = newClientOfForm(form);
  return input;
}

/** The choice of readings in a form; undefined while it is invalid. */
export function choiceOfForm(form: ClientForm): ReadingChoice | undefined {
  return readingChoiceSchema.safeParse(newClientOfForm(form).advanced?.readings).data;
}

/** Equal for forms with the same meaning. */
export function formText(form: ClientForm): string {
  return JSON.stringify(newClientOfForm(form));
}

/** Equal for clients with the same configuration, enabled or not. */
export function configurationText(view: MqttClientView): string {
  const { ca, certificate, key_set, proxy_password_set } = view.advanced;
  const fields = inputOfForm(formOfClient({ ...view, advanced: { ...view.advanced, enabled: true } }));
  const stored = [ca, certificate].map((summary) => summary && [summary.subject, summary.issuer, summary.valid_to]);
  return JSON.stringify([fields, view.password_set, key_set, proxy_password_set, stored]);
}

/**
 * Appends the ending and, from 2 on, the first number that makes the text unique; truncates long texts.
 * @param others limits the attempts; if all fail, the form reports the conflict
 */
function numbered(text: string, ending: string, others: number, isFree: (candidate: string) => boolean): string {
  const characters = Array.from(text);
  const ended = (end: string): string => characters.slice(0, MAX_TEXT - end.length).join('') + end;
  let candidate = ended(ending);
  for (let number = 2; !isFree(candidate) && number <= others + 1; number += 1) {
    candidate = ended(`${ending}-${number}`);
  }
  return candidate;
}

/** Letters, digits and a few signs, so that it is readable in a URL. */
export function uniqueIdentifier(name: string, clients: readonly MqttClientView[]): string {
  const taken = new Set(clients.map(({ identifier }) => identifier));
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return numbered(plain || 'client', '', taken.size, (candidate) => !taken.has(candidate));
}

/** Clients on one broker need distinct topics. On different brokers a name may be the prefix of another. */
export function copyNames(
  view: MqttClientView,
  clients: readonly MqttClientView[],
): { name: string; identifier: string } {
  const host = view.host.toLowerCase();
  const beside = clients.filter((other) => other.host.toLowerCase() === host && other.port === view.port);
  const name = numbered(view.name, '-copy', beside.length, (candidate) =>
    beside.every((other) => !prefixesOverlap(other.name, candidate)),
  );
  return { name, identifier: uniqueIdentifier(name, clients) };
}
