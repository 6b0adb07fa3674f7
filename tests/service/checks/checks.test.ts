import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import { type ChecksOptions } from '../../../service/checks/check-result.ts';
import { createSystemChecks } from '../../../service/checks/checks.ts';
import { type Check, checksSchema, type HistoryStorage } from '../../../service/contract/index.ts';

const NOW = Date.UTC(2026, 10, 20);

const RULE = join(ROOT, 'build/udev/70-mensura.rules');

/** A history that takes nothing more. */
const figures = {
  state: 'recording',
  bytes: 0,
  limit_bytes: 0,
  expected_bytes: null,
  dropped_total: 0,
} as HistoryStorage;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mensura-checks-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, text = ''): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function run(changes: Partial<ChecksOptions> = {}, deadlineMs?: number): Promise<Map<string, Check>> {
  const checks = createSystemChecks(
    {
      platform: 'linux',
      root,
      uid: 1000,
      udevRule: RULE,
      dataDir: root,
      history: { figures: () => figures },
      clock: { now: () => NOW, monotonic: () => 0 },
      ...changes,
    },
    deadlineMs,
  );
  const answer = checksSchema.parse(await checks.run());
  return new Map(answer.checks.map((check) => [check.id, check]));
}

describe('the udev rule', () => {
  test.each(['etc/udev/rules.d', 'run/udev/rules.d', 'usr/lib/udev/rules.d'])(
    'is found in /%s, whatever its name',
    async (folder) => {
      await put(`${folder}/99-instruments.rules`, await readFile(RULE, 'utf8'));
      expect((await run()).get('udev-rule')).toMatchObject({ state: 'ok', remedy: '' });
    },
  );

  test('that is commented out, or for other things, is none', async () => {
    await put('etc/udev/rules.d/10.rules', '# SUBSYSTEM=="usb", ATTR{idVendor}=="289b"\n');
    await put('etc/udev/rules.d/20.rules', 'SUBSYSTEM=="usb", ATTR{idVendor}=="1234"\n');
    const check = (await run()).get('udev-rule');
    expect(check).toMatchObject({ state: 'missing' });
    expect(check?.remedy).toContain(`\`sudo cp ${RULE} /etc/udev/rules.d/ && sudo udevadm control --reload-rules`);
  });

  test('is not needed by root, and not known of where the system has no rules', async () => {
    expect((await run()).get('udev-rule')).toMatchObject({ state: 'unknown' });
    expect((await run({ uid: 0 })).get('udev-rule')).toMatchObject({ state: 'ok' });
  });
});

describe('serial ports', () => {
  test('are well where one may be opened', async () => {
    await put('dev/ttyACM0');
    expect((await run()).get('serial-ports')).toMatchObject({ state: 'ok' });
  });

  test('are unknown where there is none', async () => {
    await put('dev/null');
    expect((await run()).get('serial-ports')).toMatchObject({ state: 'unknown', remedy: '' });
  });

  test('name the group where one may not be opened', async () => {
    await put('dev/ttyUSB0');
    await put('etc/group', `dialout:x:${process.getgid?.()}:\n`);
    await chmod(join(root, 'dev/ttyUSB0'), 0o060);
    const check = (await run({ mayOpen: async () => false })).get('serial-ports');
    expect(check).toMatchObject({ state: 'missing' });
    expect(check?.remedy).toBe('Run `sudo usermod -aG dialout $USER`, then log out and in again.');
  });

  test('of the board say little about instruments where the rule is installed', async () => {
    await put('dev/ttyS0');
    await put('etc/group', `dialout:x:${process.getgid?.()}:\n`);
    await chmod(join(root, 'dev/ttyS0'), 0o060);
    const look = async (): Promise<Check | undefined> =>
      (await run({ mayOpen: async () => false })).get('serial-ports');
    expect(await look()).toMatchObject({ state: 'missing' });
    await put('etc/udev/rules.d/70-mensura.rules', await readFile(RULE, 'utf8'));
    expect(await look()).toMatchObject({ state: 'unknown', remedy: expect.stringContaining('usermod -aG dialout') });
  });
});

describe('programs at serial ports', () => {
  test('are named where they run, and not spoken of else', async () => {
    expect((await run()).has('port-grabbers')).toBe(false);
    await put('proc/12/comm', 'ModemManager\n');
    await put('proc/13/comm', 'bash\n');
    await put('proc/self/comm', 'brltty\n');
    const check = (await run()).get('port-grabbers');
    expect(check?.state).toBe('unknown');
    expect(check?.text).toMatch(/ModemManager is running/);
    expect(check?.text).not.toMatch(/brltty/);
  });
});

describe('USB', () => {
  test('is missing in a container', async () => {
    expect((await run()).get('usb')).toMatchObject({ state: 'missing', remedy: expect.stringContaining('--device=') });
    await put('dev/bus/usb/001/001');
    expect((await run()).get('usb')).toMatchObject({ state: 'ok' });
  });
});

describe('the computer', () => {
  test('has a data folder, a clock and a history that are well, on every system', async () => {
    const checks = await run({ platform: 'win32', dataDir: tmpdir() });
    expect([...checks.keys()]).toEqual(['data-folder', 'clock', 'history']);
  });

  test('has too little room where the history may take more than is free', async () => {
    const huge = { ...figures, limit_bytes: 2 ** 60 };
    const check = (await run({ history: { figures: () => huge } })).get('data-folder');
    expect(check).toMatchObject({
      state: 'missing',
      text: expect.stringContaining('can grow by another 1073741824.0 GiB'),
    });
    // What it will ever need is less than it may take.
    const modest = { ...huge, expected_bytes: 1024 };
    expect((await run({ history: { figures: () => modest } })).get('data-folder')?.text).not.toContain('still grow by');
    const off = { ...huge, state: 'off' as const };
    expect((await run({ history: { figures: () => off } })).get('data-folder')?.text).not.toContain('still grow by');
  });

  test('says that a data folder is not there', async () => {
    const check = (await run({ dataDir: join(root, 'gone') })).get('data-folder');
    expect(check).toMatchObject({ state: 'missing', remedy: expect.stringContaining('--data-dir') });
  });

  test('knows a clock that cannot be right', async () => {
    const check = (await run({ clock: { now: () => 0, monotonic: () => 0 } })).get('clock');
    expect(check).toMatchObject({ state: 'missing', text: expect.stringContaining('1970-01-01') });
  });

  test('says when the history waits, and what was lost', async () => {
    const waiting = { ...figures, state: 'waiting' as const, dropped_total: 7 };
    const check = (await run({ history: { figures: () => waiting } })).get('history');
    expect(check).toMatchObject({
      state: 'missing',
      text: expect.stringContaining('7 readings discarded since startup'),
    });
  });
});

test('a look that fails or hangs is told, and does not hold up the others', async () => {
  const failing = {
    figures: (): HistoryStorage => {
      throw new Error('The thread is gone.');
    },
  };
  const checks = await run({ history: failing });
  expect(checks.get('history')).toMatchObject({
    state: 'unknown',
    text: expect.stringContaining('The thread is gone.'),
  });
  expect(checks.get('clock')).toMatchObject({ state: 'ok' });
  await put('dev/ttyACM0');
  const hanging = await run({ mayOpen: () => Promise.withResolvers<boolean>().promise }, 50);
  expect(hanging.get('serial-ports')).toMatchObject({
    state: 'unknown',
    text: expect.stringContaining('timed out after 50 ms'),
  });
});

test('a look that hangs is not begun again before it has ended', async () => {
  await put('dev/ttyACM0');
  const answers: ((mayOpen: boolean) => void)[] = [];
  const checks = createSystemChecks(
    {
      platform: 'linux',
      root,
      uid: 1000,
      udevRule: RULE,
      dataDir: root,
      history: { figures: () => figures },
      clock: { now: () => NOW, monotonic: () => 0 },
      mayOpen: () => new Promise((resolve) => answers.push(resolve)),
    },
    50,
  );
  await checks.run();
  await checks.run();
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.(true);
  const afterAnother = async (): Promise<number> => {
    await checks.run();
    return answers.length;
  };
  await expect.poll(afterAnother).toBe(2);
  expect(await afterAnother()).toBe(2);
});

test('who asks meanwhile gets the same answer', async () => {
  let asked = 0;
  const checks = createSystemChecks({
    platform: 'win32',
    uid: undefined,
    udevRule: undefined,
    dataDir: root,
    history: { figures: () => ((asked += 1), figures) },
    clock: { now: () => NOW, monotonic: () => 0 },
  });
  const [one, other] = await Promise.all([checks.run(), checks.run()]);
  expect(one).toBe(other);
  const before = asked;
  expect(await checks.run()).not.toBe(one);
  expect(asked).toBe(2 * before);
});
