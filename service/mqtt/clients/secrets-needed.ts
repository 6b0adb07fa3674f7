/** Which clients need a password, certificate or key after all of them were replaced. */
import type { ClientConfig, ClientSecrets } from '../types.ts';
import type { Clients } from './changes.ts';
import { hasSecrets, NO_SECRETS } from './secrets.ts';

const NAMES = Object.keys(NO_SECRETS) as (keyof ClientSecrets)[];

/** Whether a former secret is missing. */
function hasLost(before: ClientSecrets, after: ClientSecrets): boolean {
  return NAMES.some((name) => before[name] !== '' && after[name] === '');
}

/** A user without a password: intended if it was so before, otherwise the password was not restored. */
function lacksPassword(
  before: ClientConfig | undefined,
  { fields }: ClientConfig,
  { password }: ClientSecrets,
): boolean {
  return fields.username !== '' && password === '' && before?.fields.username !== fields.username;
}

/**
 * @param withSecrets identifiers of the clients that had secrets in the backup's installation
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
