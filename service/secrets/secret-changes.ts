/** Which secrets an entry has after a request: a stored one is only sent to the address it was entered for. */
import type { FieldError } from '../support/errors.ts';
import { certificateErrors } from './certificates.ts';
import { hasFurtherInput, hasPemInput, mergeSecrets, NO_SECRETS, type Secrets, type SecretsInput } from './secrets.ts';

/** The stored secrets and their address; null if they are unreadable. */
export interface SecretsAtAddress {
  /** The receiver and how it is verified. */
  address: string;
  secrets: Secrets | null;
}

/** The paths of secrets in a request. */
export interface SecretPaths {
  /** As in `password`. */
  password: string;
  /** Path of the object with all other secrets, with its period; empty if it is the request itself. */
  within: string;
  /** What the address consists of, as in `host, port, TLS`. */
  address: string;
}

/** With the same address, trusted for the same reason, stored secrets may stay. */
function staysThere(before: SecretsAtAddress, stored: Secrets, address: string, ca: string): boolean {
  return before.address === address && stored.ca === ca;
}

/**
 * The app API: omitted secrets stay, or the request is refused if they may not.
 * @param before undefined for a new entry
 */
export function updatedSecrets(
  before: SecretsAtAddress | undefined,
  address: string,
  given: SecretsInput,
  paths: SecretPaths,
): { secrets: Secrets | null; errors: FieldError[] } {
  const enterAgain = (path: string): FieldError => ({
    path,
    message: `must be entered again because the address changed (${paths.address} or certificate verification)`,
  });
  if (before && !before.secrets && given.password === undefined) {
    // Unreadable secrets that were not entered again stay, unless others were entered.
    if (before.address !== address) return { secrets: null, errors: [enterAgain(paths.password)] };
    const message = 'must be entered again because the stored password cannot be read';
    return { secrets: null, errors: hasFurtherInput(given) ? [{ path: paths.password, message }] : [] };
  }
  const stored = before?.secrets ?? NO_SECRETS;
  const secrets = mergeSecrets(stored, given);
  const errors = hasPemInput(given) ? certificateErrors(secrets, paths.within) : [];
  if (before && !staysThere(before, stored, address, secrets.ca)) {
    if (given.password === undefined && stored.password !== '') errors.push(enterAgain(paths.password));
    if (given.key === undefined && stored.key !== '') errors.push(enterAgain(`${paths.within}key`));
    if (given.proxy_password === undefined && stored.proxy_password !== '') {
      errors.push(enterAgain(`${paths.within}proxy_password`));
    }
    if (given.signing_key === undefined && stored.signing_key !== '') {
      errors.push(enterAgain(`${paths.within}signing_key`));
    }
  }
  return { secrets, errors };
}

/** Whether unreadable secrets stay: none were entered, and the address is the same. */
export function keepsUnreadableSecrets(
  before: SecretsAtAddress | undefined,
  address: string,
  given: SecretsInput,
): boolean {
  if (before?.secrets !== null || before.address !== address) return false;
  return given.password === undefined && !hasFurtherInput(given);
}

/**
 * Files: omitted certificates and key stay, except a key and its certificate whose address changed.
 * @param password how to treat an omitted one: empty, or unchanged if the address is
 */
export function replacedSecrets(
  before: SecretsAtAddress | undefined,
  address: string,
  given: SecretsInput,
  password: 'empty' | 'stays',
): Secrets {
  const stored = before?.secrets ?? NO_SECRETS;
  const ca = given.ca ?? stored.ca;
  const stays = before !== undefined && staysThere(before, stored, address, ca);
  const key = given.key ?? (stays ? stored.key : '');
  const certificate = given.certificate ?? (key === '' ? '' : stored.certificate);
  const present = password === 'stays' && stays ? stored.password : '';
  const proxy_password = given.proxy_password ?? (stays ? stored.proxy_password : '');
  const signing_key = given.signing_key ?? (stays ? stored.signing_key : '');
  return { password: given.password ?? present, ca, certificate, key, proxy_password, signing_key };
}
