/** Which clients wait for a password, a certificate or a key after all of them were replaced. */
import type { ClientConfig, ClientSecrets } from '../types.ts';
import type { Clients } from './changes.ts';
import { hasSecrets, NO_SECRETS } from './secrets.ts';

const NAMES = Object.keys(NO_SECRETS) as (keyof ClientSecrets)[];

/** Whether something that was there is there no more. */
function hasLost(before: ClientSecrets, after: ClientSecrets): boolean {
  return NAMES.some((name) => before[name] !== '' && after[name] === '');
}

/** A user without a password: such a client there was already, or the password was left behind. */
function lacksPassword(
  before: ClientConfig | undefined,
  { fields }: ClientConfig,
  { password }: ClientSecrets,
): boolean {
  return fields.username !== '' && password === '' && before?.fields.username !== fields.username;
}

/**
 * @param withSecrets identifiers of the clients that had secrets where the backup was made
 * @returns identifiers, in the order of the clients
 */
export function secretsNeeded(before: Clients, after: Clients, withSecrets: ReadonlySet<string>): string[] {
  const needs = (config: ClientConfig): boolean => {
    const { identifier, secrets } = config;
    const known = before.get(identifier);
    if (!secrets) return true;
    if (hasLost(known?.secrets ?? NO_SECRETS, secrets)) return true;
    return (withSecrets.has(identifier) && !hasSecrets(secrets)) || lacksPassword(known, config, secrets);
  };
  return [...after.values()].filter(needs).map(({ identifier }) => identifier);
}
