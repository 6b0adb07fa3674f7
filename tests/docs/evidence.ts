/** The evidence in the last cell of each row of the tables of what was tried. */

/** A test by its file and words of its title, or a part of a command. */
export interface Evidence {
  path: string;
  /** Each stands in a title of the file. */
  words: string[];
  command: 'bench' | 'soak' | undefined;
  part: string;
}

/** A file and the words after it; or a command. Words end where the next of these begins. */
const PIECE = /`(tests\/[^`]+)`([^`]*)|`npm run (bench|soak) -- --only ([^\s`]+)[^`]*`/g;

/** What a cell names as evidence: `` `tests/path/file.test.ts` › words › more words `` or `` `npm run soak -- --only part` ``. */
export function evidenceOf(cell: string): Evidence[] {
  return [...cell.matchAll(PIECE)].flatMap(([, path = '', after = '', command, parts = '']): Evidence[] => {
    if (command === 'bench' || command === 'soak') {
      return parts.split(',').map((part) => ({ path: '', words: [], command, part }));
    }
    const words =
      after
        .split(/<br>|;/)[0]
        ?.split('›')
        .slice(1) ?? [];
    const plain = words.map((some) => some.replace(/[\s,.]+$/, '').trim());
    return [{ path, words: plain, command: undefined, part: '' }];
  });
}
