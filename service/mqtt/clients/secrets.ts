/** Which secrets a client has after a request: a stored one is only sent to the address it was entered for. */

import { certificateErrors } from '../../secrets/certificates.ts';
import {
  hasPemInput,
  hasSecrets,
  mergeSecrets,
  NO_SECRETS,
  SECRET_NAMES,
  type Secrets,
  type SecretsInput,
} from '../../secrets/secrets.ts';
import type { FieldError } from '../../support/errors.ts';
import type { ClientConfig, Clients } from '../types.ts';

type Place = Pick<ClientConfig, 'fields' | 'advanced'>;

/** The receiver of secrets and how it is verified: host (ignoring case), port, TLS, check of the server's name. */
export function addressOf({ fields, advanced }: Pick<ClientConfig, 'fields' | 'advanced'>): string {
  return JSON.stringify([fields.host.toLowerCase(), fields.port, fields.ssl, advanced.check_server_name]);
}

/** With the same address, trusted for the same reason, stored secrets may stay. */
function staysThere(before: Place, stored: Secrets, place: Place, ca: string): boolean {
  return addressOf(before) === addressOf(place) && stored.ca === ca;
}

/**
 * The app API: omitted secrets stay, or the request is refused if they may not.
 * @param before undefined for a new client
 */
export function updatedSecrets(
  before: ClientConfig | undefined,
  place: Place,
  given: SecretsInput,
): { secrets: Secrets | null; errors: FieldError[] } {
  if (before && !before.secrets && given.password === undefined) {
    // Unreadable secrets that were not entered again stay, unless others were entered.
    if (addressOf(before) !== addressOf(place)) return { secrets: null, errors: [enterAgain('password')] };
    const message = 'must be entered again because the stored password cannot be read';
    return { secrets: null, errors: hasPemInput(given) ? [{ path: 'password', message }] : [] };
  }
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

/** Whether unreadable secrets stay: none were entered, and the address is the same. */
export function keepsUnreadableSecrets(before: ClientConfig | undefined, place: Place, given: SecretsInput): boolean {
  if (before?.secrets !== null || addressOf(before) !== addressOf(place)) return false;
  return given.password === undefined && !hasPemInput(given);
}

/**
 * The expert operations and imports: omitted certificates and key stay, except a key and its certificate whose
 * address changed.
 * @param password how to treat an omitted one: empty, or unchanged if the address is
 */
export function replacedSecrets(
  before: ClientConfig | undefined,
  place: Place,
  given: SecretsInput,
  password: 'empty' | 'stays',
): Secrets {
  const stored = before?.secrets ?? NO_SECRETS;
  const ca = given.ca ?? stored.ca;
  const stays = before !== undefined && staysThere(before, stored, place, ca);
  const key = given.key ?? (stays ? stored.key : '');
  const certificate = given.certificate ?? (key === '' ? '' : stored.certificate);
  const present = password === 'stays' && stays ? stored.password : '';
  return { password: given.password ?? present, ca, certificate, key };
}

/**
 * Which clients need a password, certificate or key after all of them were replaced.
 * @param withSecrets identifiers of the clients that had secrets in the backup's installation
 * @returns identifiers, in the order of the clients
 */
export function secretsNeeded(before: Clients, after: Clients, withSecrets: ReadonlySet<string>): string[] {
  const needing = [...after.values()].filter(({ identifier, fields: { username }, secrets }) => {
    if (!secrets) return true;
    const known = before.get(identifier);
    const former = known?.secrets ?? NO_SECRETS;
    if (SECRET_NAMES.some((name) => former[name] !== '' && secrets[name] === '')) return true;
    if (withSecrets.has(identifier) && !hasSecrets(secrets)) return true;
    // A user without a password: intended if it was so before, otherwise the password was not restored.
    return username !== '' && secrets.password === '' && known?.fields.username !== username;
  });
  return needing.map(({ identifier }) => identifier);
}
