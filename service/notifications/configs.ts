/** Builds destinations from requests and backups. */
import {
  type DestinationConfigInput,
  type DestinationFields,
  destinationFieldsSchema,
  destinationInputErrors,
  MAX_DESTINATIONS,
} from '../contract/index.ts';
import { certificateErrors } from '../secrets/certificates.ts';
import type { EntryKind } from '../secrets/entries.ts';
import {
  keepsUnreadableSecrets,
  replacedSecrets,
  type SecretsAtAddress,
  updatedSecrets,
} from '../secrets/secret-changes.ts';
import { hasPemInput, type SecretsInput } from '../secrets/secrets.ts';
import { type FieldError, invalidFields } from '../support/errors.ts';
import type { DestinationConfig } from './types.ts';

const MEMBERS = Object.keys(destinationFieldsSchema.shape) as (keyof DestinationFields)[];

function fieldsOf(input: DestinationConfigInput): DestinationFields {
  return Object.fromEntries(MEMBERS.map((name) => [name, input[name]])) as DestinationFields;
}

/** The receiver of secrets and how it is verified: its server, the encryption, and the check of its name. */
export function addressOf({ fields }: Pick<DestinationConfig, 'fields'>): string {
  const { kind, host, port, encryption, url, check_server_name } = fields;
  const server = kind === 'email' ? [host.toLowerCase(), port, encryption] : [new URL(url).origin];
  return JSON.stringify([kind, ...server, check_server_name]);
}

/** Where messages are sent. */
function targetOf({ fields }: DestinationConfig): string {
  const { kind, host, port, encryption, to, url, topic } = fields;
  return JSON.stringify([kind, host, port, encryption, to, url, topic]);
}

/** The secrets of a request; another kind, or an e-mail server without a user, discards the stored password or token. */
function givenSecrets(before: DestinationConfig | undefined, input: DestinationConfigInput): SecretsInput {
  const { kind, username, ca, password, token, signing_key } = input;
  if (kind === 'email' && username === '') return { password: '', signing_key: '', ca };
  const isOther = before !== undefined && before.fields.kind !== kind;
  const given = kind === 'email' ? password : token;
  return { password: given ?? (isOther ? '' : undefined), signing_key: signing_key ?? (isOther ? '' : undefined), ca };
}

function storedIn(before: DestinationConfig | undefined): SecretsAtAddress | undefined {
  return before && { address: addressOf(before), secrets: before.secrets };
}

/**
 * A destination of a request. Omitted secrets stay, if their address does.
 * @throws MensuraError `bad-request` with paths as in `token`
 */
export function destinationConfig(
  id: string,
  before: DestinationConfig | undefined,
  input: DestinationConfigInput,
): DestinationConfig {
  const fields = fieldsOf(input);
  const paths =
    fields.kind === 'email'
      ? { password: 'password', within: '', address: 'mail server, port, encryption' }
      : { password: 'token', within: '', address: 'the server of the URL' };
  const given = givenSecrets(before, input);
  const { secrets, errors } = updatedSecrets(storedIn(before), addressOf({ fields }), given, paths);
  if (errors.length > 0) throw invalidFields(errors);
  return { id, fields, secrets };
}

function restoredDestination(
  id: string,
  before: DestinationConfig | undefined,
  input: DestinationConfigInput,
): { config: DestinationConfig; errors: FieldError[] } {
  const fields = fieldsOf(input);
  const errors: FieldError[] = destinationInputErrors(input);
  // Without a valid address, there is none to compare.
  if (errors.length > 0) return { config: { id, fields, secrets: null }, errors };
  const address = addressOf({ fields });
  const given = givenSecrets(before, input);
  const stored = storedIn(before);
  if (keepsUnreadableSecrets(stored, address, given)) return { config: { id, fields, secrets: null }, errors };
  const password = before?.fields.username === fields.username ? 'stays' : 'empty';
  const secrets = replacedSecrets(stored, address, given, password);
  if (hasPemInput(given)) errors.push(...certificateErrors(secrets, ''));
  return { config: { id, fields, secrets }, errors };
}

export const DESTINATION_ENTRIES: EntryKind<DestinationConfig, DestinationConfigInput> = {
  noun: 'destination',
  plural: 'destinations',
  secrets: 'passwords, tokens or signing keys',
  idPrefix: 'n',
  max: MAX_DESTINATIONS,
  configOf: destinationConfig,
  restoredOf: restoredDestination,
  targetOf,
};
