/** Which secrets a client has after a request: a stored one is sent only to the address that it was given for. */
import type { FieldError } from '../../support/errors.ts';
import type { ClientConfig, ClientSecrets } from '../types.ts';
import { certificateErrors } from './certificates.ts';
import { addressOf } from './vault.ts';

export const NO_SECRETS: ClientSecrets = { password: '', ca: '', certificate: '', key: '' };

/** Secrets as a request brings them: what is not there was left out, an empty text removes. */
export type SecretsInput = { [Name in keyof ClientSecrets]?: ClientSecrets[Name] | undefined };

type Place = Pick<ClientConfig, 'fields' | 'advanced'>;

export function hasSecrets({ password, ca, certificate, key }: ClientSecrets): boolean {
  return [password, ca, certificate, key].some((text) => text !== '');
}

export function sameSecrets(one: ClientSecrets, other: ClientSecrets): boolean {
  return (
    one.password === other.password &&
    one.ca === other.ca &&
    one.certificate === other.certificate &&
    one.key === other.key
  );
}

/** Whether a request brings certificates or a key, were it to remove them. */
export function hasPemInput({ ca, certificate, key }: SecretsInput): boolean {
  return [ca, certificate, key].some((text) => text !== undefined);
}

/** What is stored, with what is given in its place. */
export function mergeSecrets(stored: ClientSecrets, given: SecretsInput): ClientSecrets {
  return {
    password: given.password ?? stored.password,
    ca: given.ca ?? stored.ca,
    certificate: given.certificate ?? stored.certificate,
    key: given.key ?? stored.key,
  };
}

/** The same address, trusted for the same reason: then what is stored may stay. */
function staysThere(before: Place, stored: ClientSecrets, place: Place, ca: string): boolean {
  return addressOf(before) === addressOf(place) && stored.ca === ca;
}

/**
 * The app API: what is left out stays as it is, or the request is refused where it may not stay.
 * @param before the client as it was; undefined for a new one
 */
export function updatedSecrets(
  before: ClientConfig | undefined,
  place: Place,
  given: SecretsInput,
): { secrets: ClientSecrets | null; errors: FieldError[] } {
  if (before && !before.secrets && given.password === undefined) return unreadableSecrets(before, place, given);
  const stored = before?.secrets ?? NO_SECRETS;
  const secrets = mergeSecrets(stored, given);
  const errors = hasPemInput(given) ? certificateErrors(secrets) : [];
  if (before && !staysThere(before, stored, place, secrets.ca)) {
    if (given.password === undefined && stored.password !== '') errors.push(enterAgain('password'));
    if (given.key === undefined && stored.key !== '') errors.push(enterAgain('advanced.key'));
  }
  return { secrets, errors };
}

function enterAgain(path: string): FieldError {
  const why = 'because the address changed (host, port, TLS or certificate verification)';
  return { path, message: `must be entered again ${why}` };
}

/** Whether secrets that cannot be read here stay where they are: nothing new came, and they are for this very address. */
export function keepsUnreadableSecrets(before: ClientConfig | undefined, place: Place, given: SecretsInput): boolean {
  if (before?.secrets !== null || addressOf(before) !== addressOf(place)) return false;
  return given.password === undefined && !hasPemInput(given);
}

/** Secrets that cannot be read here and were not entered again either stay where they are, unless something new came. */
function unreadableSecrets(
  before: ClientConfig,
  place: Place,
  given: SecretsInput,
): { secrets: null; errors: FieldError[] } {
  if (addressOf(before) !== addressOf(place)) return { secrets: null, errors: [enterAgain('password')] };
  const message = 'must be entered again because the stored password cannot be read';
  return { secrets: null, errors: hasPemInput(given) ? [{ path: 'password', message }] : [] };
}

/**
 * The expert operations and imports: certificates and key stay when they are left out, but for a key whose address
 * changed, which goes together with its certificate.
 * @param password what becomes of one that is left out: empty it is, or it stays where the address does
 */
export function replacedSecrets(
  before: ClientConfig | undefined,
  place: Place,
  given: SecretsInput,
  password: 'empty' | 'stays',
): ClientSecrets {
  const stored = before?.secrets ?? NO_SECRETS;
  const ca = given.ca ?? stored.ca;
  const stays = before !== undefined && staysThere(before, stored, place, ca);
  const key = given.key ?? (stays ? stored.key : '');
  const certificate = given.certificate ?? (key === '' ? '' : stored.certificate);
  const kept = password === 'stays' && stays ? stored.password : '';
  return { password: given.password ?? kept, ca, certificate, key };
}
