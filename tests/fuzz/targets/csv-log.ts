/** Damaged CSV files of a day: what is in them stays, and rows go on. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DayFile } from '../../../service/history/csv-log/day-file.ts';
import { must, type Prey, type Target } from '../engine/target.ts';
import { splitAt } from '../support/parts.ts';

const NEXT = 0x1e;
const HEADING = 'time,temperature (°C)\r\n';
const WHOLE_HEAD = Buffer.from(`\ufeff${HEADING}`);
const ROWS = '2026-11-20 14:45:12.318,21.5\r\n2026-11-20 14:45:13.318,\r\n';
const LINE_END = Buffer.from('\r\n');

function nameOf(number: number): string {
  return number === 1 ? 'E1_2026-11-20.csv' : `E1_2026-11-20_${number}.csv`;
}

/** How much of a file must stay whatever happens to it: all but half a row, or half a heading, at its end. */
function lasting(before: Buffer): number {
  if (before.length < WHOLE_HEAD.length && WHOLE_HEAD.subarray(0, before.length).equals(before)) return 0;
  const isOurs = before.subarray(0, WHOLE_HEAD.length).equals(WHOLE_HEAD);
  return isOurs ? before.lastIndexOf(LINE_END) + LINE_END.length : before.length;
}

function open(base: string): Prey {
  const folder = join(base, 'csv');
  const make = (): DayFile =>
    new DayFile({
      folder,
      makesFolder: false,
      stem: 'E1',
      day: '2026-11-20',
      heading: HEADING,
      separator: ',',
      otherMark: ';',
      mode: 0o600,
    });

  async function run(input: Uint8Array): Promise<void> {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const before = splitAt(Buffer.from(input), NEXT).slice(0, 5);
    for (const [index, content] of before.entries()) writeFileSync(join(folder, nameOf(index + 1)), content);
    const file = make();
    await file.append(ROWS);
    await file.append(ROWS);
    await make().append(ROWS);
    const names = readdirSync(folder);
    must(names.length <= before.length + 1, `${names.length} files of ${before.length}`);
    let rows = 0;
    for (const [index, content] of before.entries()) {
      const after = readFileSync(join(folder, nameOf(index + 1)));
      const stays = lasting(content);
      must(after.subarray(0, stays).equals(content.subarray(0, stays)), `whole rows of file ${index + 1} are changed`);
      const added = after.subarray(stays).toString();
      if (after.equals(content) || added === '') continue;
      must(added.endsWith(ROWS), `file ${index + 1} ends with ${JSON.stringify(added.slice(-80))}`);
      must(after.subarray(0, WHOLE_HEAD.length).equals(WHOLE_HEAD), 'rows go on under another heading');
      rows += added.split(ROWS).length - 1;
    }
    for (const name of names.slice(before.length))
      rows += readFileSync(join(folder, name), 'utf8').split(ROWS).length - 1;
    must(rows === 3, `${rows} of 3 appends are there`);
  }

  return { run };
}

const GOOD = WHOLE_HEAD.toString() + ROWS;

export const target: Target = {
  covers: ['service/history/csv-log/day-file.ts'],
  words: ['\r\n', '\ufeff', HEADING, ROWS, ';', '\u001e', 'time,'],
  maxBytes: 2048,
  seeds: [
    GOOD,
    GOOD.slice(0, -5),
    WHOLE_HEAD,
    WHOLE_HEAD.subarray(0, 9),
    `${GOOD}\u001e${GOOD}`,
    'something else\r\n',
    `${GOOD}2026;1,5\r\n`,
  ],
  open,
};
