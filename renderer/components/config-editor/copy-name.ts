/** Maximum length of a name, in characters. */
const MAX_NAME = 100;

/** A free name for a duplicate, at most 100 characters long: `Plant (copy)`, `Plant (copy 2)`. */
export function copyName(name: string, entries: readonly { config: { name: string } }[]): string {
  const taken = new Set(entries.map(({ config }) => config.name));
  const ended = (end: string): string => name.slice(0, MAX_NAME - end.length) + end;
  let free = ended(' (copy)');
  for (let number = 2; taken.has(free); number += 1) free = ended(` (copy ${number})`);
  return free;
}
