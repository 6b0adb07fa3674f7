import { mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  classifyOpenError,
  describeProcesses,
  findProcessesUsingPort,
  groupOfPort,
  openProblem,
  silentProblem,
} from '../../../../service/drivers/serial/port-problems.ts';

test.each([
  ['linux', 'Error Resource temporarily unavailable Cannot lock port', 'busy'],
  ['linux', 'Error: Device or resource busy, cannot open /dev/ttyACM0', 'busy'],
  ['darwin', 'Error: Resource busy, cannot open /dev/tty.usbmodem1', 'busy'],
  ['win32', 'Opening COM3: Access denied', 'busy'],
  ['linux', 'Error: Permission denied, cannot open /dev/ttyACM0', 'denied'],
  ['linux', 'Error: No such file or directory, cannot open /dev/ttyACM0', 'missing'],
  ['linux', 'Error: No such device or address, cannot open /dev/ttyACM0', 'missing'],
  ['win32', 'Opening COM3: File not found', 'missing'],
  ['linux', 'Error: Inappropriate ioctl for device setting custom baud rate of 9600', 'failed'],
  ['win32', 'Opening COM3: Unknown error code 31', 'failed'],
  ['linux', 'Opening /dev/ttyACM0 timed out after 5000 ms.', 'failed'],
] as const)('on %s "%s" means %s', (platform, text, expected) => {
  expect(classifyOpenError(new Error(text), platform)).toBe(expected);
});

describe('with files', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mensura-port-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  test('the holders of a port are found by the process list, also through a link', async () => {
    const port = join(folder, 'ttyACM0');
    const link = join(folder, 'by-id');
    await writeFile(port, '');
    await symlink(port, link);
    for (const [pid, name, target] of [
      ['812', 'screen', port],
      ['900', 'other', '/dev/null'],
      ['self', 'never', port],
    ] as const) {
      await mkdir(join(folder, 'proc', pid, 'fd'), { recursive: true });
      await symlink(`/usr/bin/${name}`, join(folder, 'proc', pid, 'exe'));
      await symlink(target, join(folder, 'proc', pid, 'fd', '3'));
    }
    const holders = await findProcessesUsingPort(link, join(folder, 'proc'));
    expect(holders).toEqual([{ pid: 812, name: 'screen' }]);
    expect(describeProcesses(holders)).toBe('screen (process 812)');
    expect(await findProcessesUsingPort(port, join(folder, 'nothing'))).toEqual([]);
  });

  test.runIf(process.platform === 'linux')(
    'this very process is found, and is not called another program',
    async () => {
      const port = join(folder, 'ttyACM0');
      await using file = await open(port, 'w');
      expect(file.fd).toBeGreaterThan(0);
      const holders = await findProcessesUsingPort(port);
      expect(holders.map(({ pid }) => pid)).toContain(process.pid);
      expect(describeProcesses(holders)).toBe('');
      expect(await openProblem(port, 'busy', new Error('busy'))).toMatchObject({
        code: 'port-busy',
        text: expect.stringContaining('already open in Mensura'),
      });
    },
  );

  test.skipIf(process.platform === 'win32')(
    'the group that may open a port is named, unless nobody should join it',
    async () => {
      const port = join(folder, 'ttyACM0');
      const groups = join(folder, 'group');
      await writeFile(port, '');
      const gid = process.getgid?.() ?? 0;
      await writeFile(groups, `daemon:x:${gid + 1}:\ndialout:x:${gid}:alice\n`);
      const { chmod } = await import('node:fs/promises');
      await chmod(port, 0o660);
      expect(await groupOfPort(port, groups)).toBe('dialout');
      await writeFile(groups, `root:x:${gid}:\n`);
      expect(await groupOfPort(port, groups)).toBeUndefined();
      await writeFile(groups, `dialout:x:${gid}:\n`);
      await chmod(port, 0o600);
      expect(await groupOfPort(port, groups)).toBeUndefined();
      expect(await groupOfPort(join(folder, 'nothing'), groups)).toBeUndefined();
    },
  );

  test.each([
    'Error: Is a directory, cannot open /tmp',
    'Error: Inappropriate ioctl for device setting custom baud rate of 9600',
  ])('what is no serial port is called so (%s)', async (words) => {
    const problem = await openProblem(folder, 'failed', new Error(words));
    expect(problem).toMatchObject({
      code: 'port-failed',
      text: `${folder} was added manually but is not a serial port.`,
    });
  });

  test('problems name the port and what to do', async () => {
    const port = join(folder, 'ttyACM0');
    for (const failure of ['busy', 'denied', 'missing', 'failed'] as const) {
      const problem = await openProblem(port, failure, new Error('the words of the system'));
      expect(problem.subject).toBe(port);
      expect(problem.text).toContain(port);
      expect(problem.remedy).not.toBe('');
    }
    expect((await openProblem(port, 'failed', new Error('the words of the system'))).text).toContain(
      'the words of the system',
    );
    const silent = await silentProblem(port, 'E24638', false);
    expect(silent.text).toBe(`Device E24638 on ${port} stopped sending data.`);
  });
});
