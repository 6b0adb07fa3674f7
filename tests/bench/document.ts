/** Writes figures into docs/measurements.md, between markers; the text around them is written by hand. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import type { Block } from './benchmarks.ts';
import { replacePart } from './marked-part.ts';
import { mergeSummary, type SummaryRow } from './summary.ts';

const PATH = join(ROOT, 'docs/measurements.md');

/**
 * Replaces a block's figures and its rows of the summary.
 * @throws Error if the document lacks the markers of this block or of the summary
 */
export async function writeFigures(block: Block, figures: string, summary: readonly SummaryRow[]): Promise<string> {
  const text = await readFile(PATH, 'utf8');
  const document = { path: PATH, command: 'npm run bench' };
  const renewed = replacePart({ ...document, text, part: block }, () => figures);
  const whole = replacePart({ ...document, text: renewed, part: 'summary' }, (old) =>
    mergeSummary(old, block, summary),
  );
  await writeFile(PATH, whole);
  return PATH;
}
