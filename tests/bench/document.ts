/** Puts the figures into docs/measurements.md, between markers; the text around them is written by hand. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import type { Block } from './benchmarks.ts';
import { mergeSummary, type SummaryRow } from './summary.ts';

const PATH = join(ROOT, 'docs/measurements.md');

/**
 * Replaces what stands between the two markers of a part.
 * @throws Error when the text has lost them
 */
function replacePart(text: string, part: string, renew: (old: string) => string): string {
  const beginMarker = `<!-- figures, ${part}: begin (written by npm run bench) -->`;
  const endMarker = `<!-- figures, ${part}: end -->`;
  const begin = text.indexOf(beginMarker) + beginMarker.length;
  const end = text.indexOf(endMarker, begin);
  if (begin < beginMarker.length || end < 0)
    throw new Error(`${PATH} lacks the line "${beginMarker}" or "${endMarker}".`);
  return `${text.slice(0, begin)}\n\n${renew(text.slice(begin, end))}\n\n${text.slice(end)}`;
}

/**
 * Writes a block's figures, and its rows of the summary; those of other blocks stay.
 * @throws Error when the document has lost the markers of this block or of the summary
 */
export async function writeFigures(block: Block, figures: string, summary: readonly SummaryRow[]): Promise<string> {
  const text = await readFile(PATH, 'utf8');
  const renewed = replacePart(text, block, () => figures);
  await writeFile(
    PATH,
    replacePart(renewed, 'summary', (old) => mergeSummary(old, block, summary)),
  );
  return PATH;
}
