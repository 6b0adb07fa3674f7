import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NoSerialPortError, pathError, resolvePort } from '../../../../service/drivers/serial/port-path.ts';

describe('a path', () => {
  test.each([
    ['linux', '/dev/ttyUSB0', true],
    ['linux', '/dev/serial/by-id/usb-Dracal_E24638-if00', true],
    ['linux', 'ttyUSB0', false],
    ['linux', '../dev/ttyUSB0', false],
    ['linux', '/dev/tty\u0000USB0', false],
    ['linux', '/dev/tty\u009bUSB0', false],
    ['linux', '/dev/tty\ud800', false],
    ['linux', 'COM3', false],
    ['darwin', '/dev/cu.usbmodem1', true],
    ['win32', 'COM3', true],
    ['win32', 'com256', true],
    ['win32', '\\\\.\\COM10', true],
    ['win32', 'COM0', false],
    ['win32', 'C:\\Windows\\notepad.exe', false],
    ['win32', '\\\\server\\pipe', false],
  ] as const)('on %s: %j, accepted: %j', (platform, path, isGood) => {
    expect(pathError(path, platform) === undefined).toBe(isGood);
  });
});

describe.runIf(process.platform === 'linux')('the file of a path', () => {
  /** A sysfs that lists /dev/null (1:3) in a class, by this name. */
  function sysWith(subsystem: string, name: string): string {
    const sys = mkdtempSync(join(tmpdir(), 'mensura-sys-'));
    onTestFinished(() => rmSync(sys, { recursive: true }));
    mkdirSync(join(sys, 'class', subsystem), { recursive: true });
    mkdirSync(join(sys, 'devices', name), { recursive: true });
    mkdirSync(join(sys, 'dev/char'), { recursive: true });
    symlinkSync(join(sys, 'devices', name), join(sys, 'dev/char/1:3'));
    symlinkSync(join(sys, 'class', subsystem), join(sys, 'devices', name, 'subsystem'));
    return sys;
  }

  test('is a port if the kernel lists it as a terminal of one', async () => {
    const sys = sysWith('tty', 'ttyUSB0');
    expect(await resolvePort('/dev/null', { sys })).toBe('/dev/null');
    const link = join(sys, 'instrument');
    symlinkSync('/dev/null', link);
    expect(await resolvePort(link, { sys })).toBe('/dev/null');
  });

  test.each([
    ['another class', 'misc', 'watchdog'],
    ['a terminal of the kernel', 'tty', 'tty1'],
    ['the console', 'tty', 'console'],
  ])('is no port with %s', async (_what, subsystem, name) => {
    await expect(resolvePort('/dev/null', { sys: sysWith(subsystem, name) })).rejects.toThrow(NoSerialPortError);
  });

  test('is no port if sysfs does not list it, or if it is another kind of file', async () => {
    const sys = sysWith('tty', 'ttyUSB0');
    writeFileSync(join(sys, 'file'), '');
    for (const path of ['/dev/zero', '/dev', join(sys, 'file'), '/etc/hostname']) {
      await expect(resolvePort(path, { sys })).rejects.toThrow(`${path} is not a serial port`);
    }
  });

  test('is no port if no device can appear there', async () => {
    const sys = sysWith('tty', 'ttyUSB0');
    writeFileSync(join(sys, 'file'), '');
    symlinkSync(join(sys, 'circle'), join(sys, 'circle'));
    for (const path of [join(sys, 'file/ttyUSB0'), join(sys, 'circle'), `/dev/${'x'.repeat(300)}`]) {
      await expect(resolvePort(path, { sys })).rejects.toThrow(NoSerialPortError);
    }
  });

  test('must be a COM name on Windows', async () => {
    expect(await resolvePort('COM3', { platform: 'win32' })).toBe('COM3');
    await expect(resolvePort('C:\\notes.txt', { platform: 'win32' })).rejects.toThrow(NoSerialPortError);
  });

  test('may be missing', async () => {
    await expect(resolvePort('/dev/ttyUSB-none')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
