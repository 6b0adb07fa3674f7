import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { Markers } from '../../../../service/history/store/markers.ts';
import { migrate } from '../../../../service/history/store/schema.ts';

test('a list has the 1000 newest, oldest first; those of other devices do not count', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  migrate(database);
  database.exec(`
    INSERT INTO marker (at, text, device)
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1100)
    SELECT n, 'at ' || n, iif(n = 50, 'usb/E1', iif(n = 60, NULL, 'usb/E2')) FROM number;
  `);
  const markers = new Markers(database);
  const times = (to: number, device: string | null): number[] => markers.list(0, to, device).map(({ at }) => at);
  const newest = times(2000, null);
  expect([newest.length, newest[0], newest[1], newest.at(-1)]).toEqual([1000, 101, 102, 1100]);
  expect(times(2000, 'usb/E1')).toEqual([50, 60]);
  expect(times(60, 'usb/E1')).toEqual([50]);
});
