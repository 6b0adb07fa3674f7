/** Puts the figures into docs/measurements.md, between markers; the text around them is written by hand. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';

const PATH = join(ROOT, 'docs/measurements.md');

/** The parts of the document that are written at once. */
export type Block = 'service' | 'mqtt' | 'usb' | 'gateways' | 'history' | 'charts' | 'desktop';

/** @throws Error when the document has lost the markers of this block */
export async function writeFigures(block: Block, figures: string): Promise<string> {
  const text = await readFile(PATH, 'utf8');
  const beginMarker = `<!-- figures, ${block}: begin (written by npm run bench) -->`;
  const endMarker = `<!-- figures, ${block}: end -->`;
  const begin = text.indexOf(beginMarker);
  const end = text.indexOf(endMarker, begin);
  if (begin < 0 || end < 0) throw new Error(`${PATH} lacks the line "${beginMarker}" or "${endMarker}".`);
  await writeFile(PATH, `${text.slice(0, begin + beginMarker.length)}\n\n${figures}\n\n${text.slice(end)}`);
  return PATH;
}
