/** Which secrets a client has after a request: a stored one is only sent to the address it was entered for. */
import {
  keepsUnreadableSecrets as keepsUnreadable,
  replacedSecrets as replaced,
  type SecretsAtAddress,
  updatedSecrets as updated,
} from '../../secrets/secret-changes.ts';
import { hasSecrets, NO_SECRETS, SECRET_NAMES, type Secrets, type SecretsInput } from '../../secrets/secrets.ts';
import type { FieldError } from '../../support/errors.ts';
import type { ClientConfig, Clients } from '../types.ts';

type Place = Pick<ClientConfig, 'fields' | 'advanced'>;

const PATHS = { password: 'password', within: 'advanced.', address: 'host, port, TLS, proxy' } as const;

/**
 * The receivers of secrets and how they are verified: host (ignoring case), port, TLS, check of the server's name, and
 * the proxy if there is one, so that addresses without one stay as they were before proxies.
 */
export function addressOf({ fields, advanced }: Place): string {
  const { proxy, check_server_name } = advanced;
  const broker = [fields.host.toLowerCase(), fields.port, fields.ssl, check_server_name];
  return JSON.stringify(proxy === '' ? broker : [...broker, proxy.toLowerCase()]);
}

function storedIn(before: ClientConfig | undefined): SecretsAtAddress | undefined {
  return before && { address: addressOf(before), secrets: before.secrets };
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
  return updated(storedIn(before), addressOf(place), given, PATHS);
}

/** Whether unreadable secrets stay: none were entered, and the address is the same. */
export function keepsUnreadableSecrets(before: ClientConfig | undefined, place: Place, given: SecretsInput): boolean {
  return keepsUnreadable(storedIn(before), addressOf(place), given);
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
  return replaced(storedIn(before), addressOf(place), given, password);
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
