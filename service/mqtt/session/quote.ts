import { escapeControlCharacters } from '../../support/control-characters.ts';
import type { BrokerEndpoint } from './broker-endpoint.ts';

/** The longest quotation, in characters. */
const LONGEST = 200;

/** The broker's own words, cut; undefined where they show what must not be shown. */
export function quote(
  words: string | undefined,
  { config, secrets }: Pick<BrokerEndpoint, 'config' | 'secrets'>,
): string | undefined {
  const hidden = [secrets.password, config.fields.username].filter((text) => text !== '');
  if (!words || hidden.some((text) => words.includes(text))) return undefined;
  return escapeControlCharacters(words, () => ' ').slice(0, LONGEST);
}
