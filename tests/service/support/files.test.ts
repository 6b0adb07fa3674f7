import { execFile } from 'node:child_process';
import { closeSync, readlinkSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { writeFileAtomic } from '../../../service/support/atomic-file.ts';
import { lockFolder } from '../../../service/support/folder-lock.ts';
import { LogFile } from '../../../service/support/log-file.ts';
import type { LogLevel } from '../../../service/support/logger.ts';
import { createLogger, terminalSink } from '../../../service/support/pino-logger.ts';

const run = promisify(execFile);

/** Undefined for what is no more: the folder that was listed was open itself. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

describe('files', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mensura-files-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  test('an atomic write replaces the file and leaves nothing else behind', async () => {
    const path = join(folder, 'a.json');
    await writeFileAtomic(path, 'one');
    await writeFileAtomic(path, 'two');
    expect(await readFile(path, 'utf8')).toBe('two');
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  test.skipIf(process.platform === 'win32')(
    'an atomic write has the text on disk for sure before the file is replaced, and then its name',
    async () => {
      const path = join(folder, 'a.json');
      await writeFileAtomic(path, 'one');
      const handle = await openFile(path);
      const files = Object.getPrototypeOf(handle) as typeof handle;
      await handle.close();
      const { sync } = files;
      const texts: string[] = [];
      const spy = vi.spyOn(files, 'sync').mockImplementation(async function (this: typeof handle) {
        texts.push(await readFile(path, 'utf8'));
        await sync.call(this);
      });
      onTestFinished(() => spy.mockRestore());
      await writeFileAtomic(path, 'two');
      expect(texts).toEqual(['one', 'two']);
    },
  );

  test('an atomic write that fails leaves the old file and no rest', async () => {
    const path = join(folder, 'a.json');
    await writeFileAtomic(path, 'one');
    // A folder in the place of the file: the rename is what fails, after everything was written.
    await expect(writeFileAtomic(folder, 'two')).rejects.toThrow();
    expect(await readFile(path, 'utf8')).toBe('one');
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  test('a folder has one owner, in this process and in others, until it is released', async () => {
    const lock = lockFolder(folder);
    expect(lock).toBeDefined();
    expect(lockFolder(folder)).toBeUndefined();
    const module = JSON.stringify(new URL('../../../service/support/folder-lock.ts', import.meta.url).href);
    const program = `import(${module}).then(({lockFolder}) => console.log(Boolean(lockFolder(${JSON.stringify(folder)}))))`;
    expect((await run(process.execPath, ['-e', program])).stdout.trim()).toBe('false');
    lock?.release();
    lock?.release();
    expect((await run(process.execPath, ['-e', program])).stdout.trim()).toBe('true');
  });

  test.skipIf(process.platform === 'win32')('makes the lock a file that no other user can open', async () => {
    const path = join(folder, 'lock');
    lockFolder(folder)?.release();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await chmod(path, 0o644);
    lockFolder(folder)?.release();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('tells where the locked file is', async () => {
    const lock = lockFolder(folder);
    expect(await lock?.whereabouts()).toBe('in-place');
    await rename(folder, `${folder}-away`);
    expect(await lock?.whereabouts()).toBe('away');
    await rename(`${folder}-away`, folder);
    expect(await lock?.whereabouts()).toBe('in-place');
    await rm(join(folder, 'lock'));
    expect(await lock?.whereabouts()).toBe('missing');
    await writeFile(join(folder, 'lock'), '');
    expect(await lock?.whereabouts()).toBe('missing');
    lock?.release();
  });

  test('a folder that cannot be written is said plainly', () => {
    expect(() => lockFolder(join(folder, 'missing'))).toThrow(
      expect.objectContaining({ code: 'data-folder-unusable', message: expect.stringContaining('--data-dir') }),
    );
  });

  test('the log keeps lines from before its start and rotates at its size', async () => {
    const path = join(folder, 'log', 'mensura.log');
    const file = new LogFile(path);
    file.write('early\n');
    file.start();
    expect(await readFile(path, 'utf8')).toBe('early\n');
    const line = `${'x'.repeat(1024 * 1024 - 1)}\n`;
    for (let count = 0; count < 30; count += 1) file.write(line);
    file.stop();
    const names = (await readdir(join(folder, 'log'))).toSorted();
    expect(names).toEqual(['mensura.log', 'mensura.log.1', 'mensura.log.2', 'mensura.log.3']);
    expect((await stat(path)).size).toBeLessThanOrEqual(6 * 1024 * 1024);
  });

  test('the log goes on in a new file where somebody deleted it, and says how much is missing', async () => {
    const path = join(folder, 'log', 'mensura.log');
    const file = new LogFile(path);
    file.start();
    file.write('deleted\n');
    await rm(join(folder, 'log'), { recursive: true });
    file.write('begun anew\n');
    expect(await readFile(path, 'utf8')).toBe('begun anew\n');
    await rm(join(folder, 'log'), { recursive: true });
    await writeFile(join(folder, 'log'), 'in the way');
    file.write('lost\n');
    file.write('lost too\n');
    await rm(join(folder, 'log'));
    file.write('found\n');
    file.stop();
    file.write('late\n');
    const [missing = '', ...others] = (await readFile(path, 'utf8')).split('\n');
    expect(JSON.parse(missing)).toMatchObject({
      level: 'warn',
      part: 'log',
      msg: 'discarded 2 lines (log file not writable)',
    });
    expect(others).toEqual(['found', '']);
  });

  test.runIf(process.platform === 'linux')(
    'the log goes on when its disk is back, though the open file is dead',
    async () => {
      const path = join(folder, 'log', 'mensura.log');
      const file = new LogFile(path);
      file.start();
      const open = (await readdir('/proc/self/fd')).find((name) => linkOf(`/proc/self/fd/${name}`) === path);
      closeSync(Number(open));
      file.write('lost\n');
      file.write('found\n');
      file.stop();
      expect((await readFile(path, 'utf8')).split('\n').slice(1)).toEqual(['found', '']);
    },
  );

  test('the log goes on in a line of its own after one that a crash cut', async () => {
    const path = join(folder, 'log', 'mensura.log');
    await mkdir(join(folder, 'log'));
    await writeFile(path, 'whole\nhal');
    const file = new LogFile(path);
    file.start();
    file.write('next\n');
    file.stop();
    expect(await readFile(path, 'utf8')).toBe('whole\nhal\nnext\n');
  });

  test('the log goes on where an old file cannot be put aside', async () => {
    const path = join(folder, 'log', 'mensura.log');
    await mkdir(join(`${path}.3`, 'held'), { recursive: true });
    await mkdir(join(`${path}.2`, 'held'), { recursive: true });
    const file = new LogFile(path);
    file.start();
    const line = `${'x'.repeat(1024 * 1024 - 1)}\n`;
    for (let count = 0; count < 6; count += 1) file.write(line);
    file.write('after\n');
    file.stop();
    expect((await readFile(path, 'utf8')).endsWith('after\n')).toBe(true);
  });

  test('log lines are JSON with level, part and text; lower levels are left out', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', sinks: [{ write: (line) => lines.push(line) }] }).child('serial');
    logger.debug('hidden');
    logger.warn('seen', { port: '/dev/ttyACM0' });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', part: 'serial', msg: 'seen', port: '/dev/ttyACM0' });
  });

  test('a level that changes holds for parts that had their logger before', () => {
    const lines: string[] = [];
    let level: LogLevel = 'info';
    const sinks = [{ write: (line: string) => lines.push(line) }];
    const logger = createLogger({ level: () => level, sinks }).child('serial');
    logger.debug('hidden');
    level = 'debug';
    logger.debug('seen');
    level = 'error';
    logger.warn('hidden again');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['seen']);
  });

  test('a part of a part is named once, by its own name', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', sinks: [{ write: (line) => lines.push(line) }] });
    logger.child('mqtt').child('mqtt lab').info('seen');
    expect(lines[0]?.match(/"part"/g)).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ part: 'mqtt lab' });
  });

  test('a name with a line end does not make a line of its own on the terminal', () => {
    const written: string[] = [];
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    onTestFinished(() => write.mockRestore());
    const logger = createLogger({ level: 'info', sinks: [terminalSink] });
    logger.child('mqtt x\n11:00:00.000 error forged: a line').info('seen\u001B[2J\u202E');
    expect(written.join('')).toMatch(
      /^[\d:.]+ info mqtt x\\n11:00:00\.000 error forged: a line: seen\\u001b\[2J\\u202e\n$/,
    );
  });
});
