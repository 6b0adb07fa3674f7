import { constants } from 'node:fs';
import type * as files from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DayFile } from '../../../../service/history/csv-log/day-file.ts';

/** A disk that fails as a test says. */
const disk = vi.hoisted(() => ({
  /** So many bytes of the next append are written, and the rest is an error. */
  takes: undefined as number | undefined,
  cuts: true,
  /** Closing what was appended to fails. */
  closes: true,
}));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original: typeof files = await importOriginal();
  const failure = (what: string): Error => Object.assign(new Error(`EIO: ${what}`), { code: 'EIO' });
  const open = async (...asked: Parameters<typeof files.open>): Promise<files.FileHandle> => {
    const file = await original.open(...asked);
    const append = file.appendFile.bind(file);
    const [cut, close] = [file.truncate.bind(file), file.close.bind(file)];
    file.appendFile = async (data) => {
      const { takes } = disk;
      if (takes === undefined) return append(data);
      await append((data as Buffer).subarray(0, takes));
      throw failure('append');
    };
    // As on Windows, where a file that is only appended to cannot be cut.
    const isAppended = (Number(asked[1]) & constants.O_APPEND) !== 0;
    file.truncate = (bytes) => (disk.cuts || !isAppended ? cut(bytes) : Promise.reject(failure('truncate')));
    file.close = async () => {
      await close();
      if (!disk.closes && (Number(asked[1]) & constants.O_WRONLY) !== 0) throw failure('close');
    };
    return file;
  };
  return { ...original, open };
});

const DAY = '2026-11-20';
const FIRST = '1,one\r\n2,two\r\n3,three\r\n';
const NEXT = '4,four\r\n';
const HEADING = 'time,value\r\n';
const HEAD = `\uFEFF${HEADING}`;

let folder: string;
let file: DayFile;

beforeEach(async () => {
  Object.assign(disk, { takes: undefined, cuts: true, closes: true });
  folder = await mkdtemp(join(tmpdir(), 'mensura-day-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  file = create();
});

function create(): DayFile {
  const format = { heading: HEADING, separator: ',', otherMark: ';' };
  return new DayFile({ folder, makesFolder: false, stem: 'E24638', day: DAY, ...format, mode: 0o600 });
}

async function expectOneFile(text: string): Promise<void> {
  expect(await readdir(folder)).toEqual([`E24638_${DAY}.csv`]);
  expect(await readFile(join(folder, `E24638_${DAY}.csv`), 'utf8')).toBe(text);
}

test.each([true, false])(
  'each row is there once, wherever an append broke off (which can be cut: %s)',
  async (cuts) => {
    for (const begun of ['', '0,zero\r\n']) {
      const bytes = Buffer.byteLength((begun ? '' : HEAD) + FIRST);
      for (let takes = 0; takes <= bytes; takes += 1) {
        await rm(folder, { recursive: true });
        folder = await mkdtemp(join(tmpdir(), 'mensura-day-'));
        file = create();
        Object.assign(disk, { takes: undefined, cuts: true });
        if (begun) await file.append(begun);
        Object.assign(disk, { takes, cuts });
        await expect(file.append(FIRST)).rejects.toThrow('EIO: append');
        // It fails again in another place, with one more row.
        disk.takes = 9;
        await file.append(FIRST + NEXT).catch(() => {});
        disk.takes = undefined;
        await file.append(FIRST + NEXT);
        await file.append('5,five\r\n');
        await expectOneFile(`${HEAD}${begun}${FIRST}${NEXT}5,five\r\n`);
      }
    }
    await rm(folder, { recursive: true });
  },
);

test('another that goes on with the file meanwhile neither loses rows by it nor doubles any', async () => {
  await file.append('0,zero\r\n');
  Object.assign(disk, { takes: 10, cuts: false });
  await expect(file.append(FIRST)).rejects.toThrow('EIO: append');
  Object.assign(disk, { takes: undefined, cuts: true });
  await create().append('9,nine\r\n');
  await file.append(FIRST);
  await expectOneFile(`${HEAD}0,zero\r\n1,one\r\n9,nine\r\n2,two\r\n3,three\r\n`);
});

test('writes rows once that another process wrote before it ended without an answer', async () => {
  for (const [there, rows] of [
    [FIRST, FIRST + NEXT],
    ['0,zero\r\n1,one\r\n2,two\r\n', FIRST + NEXT],
    ['0,zero\r\n', FIRST + NEXT],
    ['', FIRST + NEXT],
  ] as const) {
    await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'mensura-day-'));
    if (there) await create().append(there);
    await create().append(rows, true);
    await expectOneFile(`${HEAD}${there.startsWith('0') ? '0,zero\r\n' : ''}${FIRST}${NEXT}`);
  }
});

test('rows are there once where the file could not be closed behind them', async () => {
  disk.closes = false;
  await expect(file.append(FIRST)).rejects.toThrow('EIO: close');
  disk.closes = true;
  await file.append(FIRST);
  await file.append(NEXT);
  await expectOneFile(HEAD + FIRST + NEXT);
});
