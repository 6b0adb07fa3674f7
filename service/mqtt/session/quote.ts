import { escapeControlCharacters } from '../../support/control-characters.ts';
import type { BrokerEndpoint } from './broker-endpoint.ts';

/** In characters. */
const LONGEST = 200;

/** The broker's text, truncated; undefined if it contains a secret. */
export function quote(
  text: string | undefined,
  { config, secrets }: Pick<BrokerEndpoint, 'config' | 'secrets'>,
): string | undefined {
  const hidden = [secrets.password, config.fields.username].filter((secret) => secret !== '');
  if (!text || hidden.some((secret) => text.includes(secret))) return undefined;
  return escapeControlCharacters(text, () => ' ').slice(0, LONGEST);
}
