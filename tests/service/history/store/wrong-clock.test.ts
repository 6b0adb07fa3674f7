import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Retention } from '../../../../service/history/types.ts';
import type { Clock } from '../../../../service/support/clock.ts';
import { TestArchive } from './support/archives.ts';
import { series } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const BEGIN = Date.UTC(2026, 10, 20, 14);
const ALWAYS = Number.NEGATIVE_INFINITY;
const RETENTION: Retention = { rawDays: 90, minuteDays: 180, maxBytes: 1e12 };

/** Both clocks stand still until time goes by; the wall clock can be set. */
class SetClock implements Clock {
  wall = BEGIN;
  steady = 7;

  now(): number {
    return this.wall;
  }

  monotonic(): number {
    return this.steady;
  }

  pass(ms: number): void {
    this.wall += ms;
    this.steady += ms;
  }
}

/** A file with ten days of a reading each minute up to the time that it is. */
async function tenDays() {
  const clock = new SetClock();
  const file = new TestArchive(await temporaryFolder(), {}, clock);
  const rows = series(0, BEGIN - 10 * DAY, 14_400, MINUTE, Math.sin);
  file.commit(rows);
  file.writeBlocks();
  /** As it is done each minute, for so long. */
  const goOn = (ms: number): void => {
    for (let left = ms; left >= 0; left -= MINUTE) {
      while (file.archive.tidy(RETENTION));
      clock.pass(Math.min(left, MINUTE));
    }
  };
  /** How many readings there are, and minutes of them. */
  const kept = () => ({
    readings: file.archive.totals.amounts.rawReadings,
    minutes: file.reader(0).buckets('minute', 0, 1e14).at.length,
    rawFrom: file.reader(0).completeFrom('raw'),
  });
  const all = { readings: 14_400, minutes: 14_400, rawFrom: ALWAYS };
  goOn(MINUTE);
  expect(kept()).toEqual(all);
  return { clock, file, goOn, kept, all };
}

function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

test('a start with a clock that is a year ahead drops nothing, and the clock may be set right within an hour', async () => {
  const { clock, file, goOn, kept, all } = await tenDays();
  clock.pass(YEAR);
  file.reopen();
  goOn(50 * MINUTE);
  // What is measured meanwhile has wrong moments.
  file.commit(series(0, clock.wall, 60, 1000, Math.sin));
  file.writeBlocks();
  expect(kept()).toMatchObject({ readings: 14_460, rawFrom: ALWAYS });
  clock.wall -= YEAR;
  goOn(2 * HOUR);
  expect(kept()).toMatchObject({ readings: 14_460, rawFrom: all.rawFrom });
});

test('a clock that jumps a year ahead while it runs drops nothing either', async () => {
  const { clock, goOn, kept, all } = await tenDays();
  clock.wall += YEAR;
  goOn(50 * MINUTE);
  clock.wall -= YEAR;
  goOn(2 * HOUR);
  expect(kept()).toEqual(all);
});

test('a start after a year drops what is too old an hour later, also where it ran in parts', async () => {
  const { clock, file, goOn, kept, all } = await tenDays();
  clock.pass(YEAR);
  for (let part = 0; part < 2; part += 1) {
    file.reopen();
    goOn(28 * MINUTE);
    file.commit(series(0, clock.wall, 1, 1000, Math.sin));
    file.writeBlocks();
    expect(kept().readings).toBe(all.readings + part + 1);
  }
  file.reopen();
  goOn(5 * MINUTE);
  expect(kept().readings).toBe(2);
  expect(kept().rawFrom).toBe(Math.floor(clock.wall / HOUR) * HOUR - 90 * DAY);
});

test('a file that remembers nothing of the time is as old as its newest reading', async () => {
  const { clock, file, goOn, kept, all } = await tenDays();
  execute(file.path, "DELETE FROM meta WHERE name = 'believed'");
  clock.pass(YEAR);
  file.reopen();
  goOn(50 * MINUTE);
  expect(kept()).toEqual(all);
  goOn(20 * MINUTE);
  expect(kept()).toMatchObject({ readings: 0 });
});

test('a steady clock drops at once what has become too old', async () => {
  const { clock, goOn, kept } = await tenDays();
  for (let day = 0; day < 85; day += 1) {
    clock.pass(DAY - HOUR);
    goOn(HOUR);
  }
  expect(kept().readings).toBeGreaterThan(4 * 1440);
  expect(kept().readings).toBeLessThan(6 * 1440);
});

const SPOILT = { raw: BEGIN + YEAR - 90 * DAY, minute: BEGIN + YEAR - 180 * DAY, hour: null };

test('an earlier clock that was ahead leaves no moment beyond the newest reading', async () => {
  const { file, goOn, kept } = await tenDays();
  execute(
    file.path,
    `INSERT INTO meta (name, value) VALUES ('completeFrom', '${JSON.stringify(SPOILT)}')
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  );
  file.reopen();
  expect(kept().rawFrom).toBe(SPOILT.raw);
  goOn(MINUTE);
  expect(kept().rawFrom).toBe(BEGIN);
  file.reopen();
  expect(kept().rawFrom).toBe(BEGIN);
});

test('nor, an hour later, one beyond the time that it is, though readings came from there', async () => {
  const { clock, file, goOn, kept } = await tenDays();
  file.commit(series(0, BEGIN + YEAR, 60, 1000, Math.sin));
  file.writeBlocks();
  execute(
    file.path,
    `INSERT INTO meta (name, value) VALUES ('completeFrom', '${JSON.stringify(SPOILT)}')
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  );
  file.reopen();
  clock.pass(10 * MINUTE);
  const seen = clock.wall;
  goOn(50 * MINUTE);
  expect(kept().rawFrom).toBe(SPOILT.raw);
  // It may be that the clock was put back for a moment.
  goOn(20 * MINUTE);
  expect(kept().rawFrom).toBe(Math.ceil(seen / HOUR) * HOUR);
  expect(file.reader(0).completeFrom('minute')).toBe(Math.ceil(seen / HOUR) * HOUR);
});
