import type { Spread } from '../../choice/types.ts';

/**
 * A value as canonical JSON; a mean with its minimum, maximum and count.
 * @param ending the last members, which are after `minimum` in code-unit order
 */
export function valueJson(magnitude: number | null, ending: string, spread: Spread | undefined): string {
  if (!spread) return `{"magnitude":${magnitude},${ending}}`;
  const { minimum, maximum, count } = spread;
  return `{"count":${count},"magnitude":${magnitude},"maximum":${maximum},"minimum":${minimum},${ending}}`;
}
