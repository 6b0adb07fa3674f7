import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../service/history/store/database.ts';

test('is as durable as the system can make it, and for this user alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-database-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'history', 'history.sqlite');
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  expect(database.prepare('PRAGMA fullfsync').get()).toEqual({ fullfsync: 1 });
  expect(database.prepare('PRAGMA checkpoint_fullfsync').get()).toEqual({ checkpoint_fullfsync: 1 });
  if (process.platform === 'win32') return;
  for (const name of ['', '-wal', '-shm']) expect(statSync(path + name).mode & 0o777).toBe(0o600);
});
