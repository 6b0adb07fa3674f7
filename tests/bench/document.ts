/** Puts the figures into docs/measurements.md, between two markers; the text around them is written by hand. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';

const PATH = join(ROOT, 'docs/measurements.md');
const BEGIN = '<!-- figures: begin (written by npm run bench) -->';
const END = '<!-- figures: end -->';

/** @throws Error when the document has lost its markers */
export async function writeFigures(figures: string): Promise<string> {
  const text = await readFile(PATH, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error(`${PATH} lacks the line "${BEGIN}" or "${END}".`);
  await writeFile(PATH, `${text.slice(0, begin + BEGIN.length)}\n\n${figures}\n\n${text.slice(end)}`);
  return PATH;
}
