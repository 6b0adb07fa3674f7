/** Lengths of time as people write them: `10s`, `24h`. */

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const DURATION = /^(\d{1,9}(?:\.\d{1,3})?)(ms|[smhdw])$/;

/** What a length of time looks like, for messages. */
export const DURATION_WORDS = 'a number and ms, s, m, h, d or w, as in 10s or 24h';

/** Milliseconds; undefined where the text is no length of time. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = ''] = DURATION.exec(text) ?? [];
  const factor = UNITS[unit];
  return number === undefined || factor === undefined ? undefined : Math.round(Number(number) * factor);
}
