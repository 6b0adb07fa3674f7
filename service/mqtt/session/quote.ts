import { escapeControlCharacters } from '../../support/control-characters.ts';
import type { BrokerEndpoint } from './broker-endpoint.ts';

/** In characters. */
const LONGEST = 200;

/** The broker's text, truncated; undefined if it contains a secret. */
export function quote(
  words: string | undefined,
  { config, secrets }: Pick<BrokerEndpoint, 'config' | 'secrets'>,
): string | undefined {
  const hidden = [secrets.password, config.fields.username].filter((text) => text !== '');
  if (!words || hidden.some((text) => words.includes(text))) return undefined;
  return escapeControlCharacters(words, () => ' ').slice(0, LONGEST);
}
