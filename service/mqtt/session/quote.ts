import type { Target } from './target.ts';

/** The longest quotation, in characters. */
const LONGEST = 200;

/** The broker's own words, cut; undefined where they show what must not be shown. */
export function quote(
  words: string | undefined,
  { config, secrets }: Pick<Target, 'config' | 'secrets'>,
): string | undefined {
  const hidden = [secrets.password, config.fields.username].filter((text) => text !== '');
  if (!words || hidden.some((text) => words.includes(text))) return undefined;
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  return words.replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, ' ').slice(0, LONGEST);
}
