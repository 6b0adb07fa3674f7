const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const DURATION = /^(\d{1,9}(?:\.\d{1,3})?)(ms|[smhdw])$/;

/** The accepted form, for messages. */
export const DURATION_TEXT = 'a number with ms, s, m, h, d or w, such as 10s or 24h';

/** Milliseconds; undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = ''] = DURATION.exec(text) ?? [];
  const factor = UNITS[unit];
  return number === undefined || factor === undefined ? undefined : Math.round(Number(number) * factor);
}
