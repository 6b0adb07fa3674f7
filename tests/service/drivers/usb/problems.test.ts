import { describe, expect, test } from 'vitest';
import { UsbError, type UsbIdentity } from '../../../../service/drivers/usb/bus.ts';
import { failureProblem, silentProblem, unknownProblem } from '../../../../service/drivers/usb/problems.ts';

const IDENTITY: UsbIdentity = {
  connection: { bus: 3, address: 17, vendor_id: '289B', product_id: '0505' },
  firmware: { major: 2, minor: 4 },
  manufacturer: 'Dracal technologies inc.',
  product: 'VCP-PTH450-CAL',
  serial: 'E24638',
  protocol: 'usb',
};
const LINUX = { platform: 'linux', udevRule: '/opt/mensura/udev/70-mensura.rules' } as const;
const denied = new UsbError('denied', 'permission denied');

describe('the problem of an instrument that may not be opened', () => {
  test('names it and gives the exact commands', () => {
    expect(failureProblem(IDENTITY, denied, LINUX)).toEqual({
      code: 'usb-permission',
      subject: 'E24638 on USB bus 3, address 17',
      text: 'Cannot open VCP-PTH450-CAL E24638 at USB bus 3, address 17: access denied.',
      remedy:
        'Run `sudo cp /opt/mensura/udev/70-mensura.rules /etc/udev/rules.d/ && sudo udevadm control --reload-rules && sudo udevadm trigger --action=add --subsystem-match=usb`. Mensura then connects automatically. On a computer without a display, also add your account to the group "plugdev".',
    });
  });

  test('gives a path that a shell takes as it is', () => {
    const { remedy } = failureProblem(IDENTITY, denied, { platform: 'linux', udevRule: "/opt/it's my/$HOME.rules" });
    expect(remedy).toContain(String.raw`sudo cp '/opt/it'\''s my/$HOME.rules' /etc/udev/rules.d/ &&`);
  });

  test('names the node where there is no rule', () => {
    const { remedy } = failureProblem(IDENTITY, denied, { platform: 'linux', udevRule: undefined });
    expect(remedy).toContain('/dev/bus/usb/003/017');
  });

  test.each(['win32', 'darwin'] as const)('has no word of udev on %s', (platform) => {
    const { remedy } = failureProblem(IDENTITY, denied, { ...LINUX, platform });
    expect(remedy).toMatch(/^Run Mensura under an account/);
  });
});

describe('the problems of an instrument', () => {
  test.each([
    ['busy', 'usb-busy', 'in use by another program', 'Close that program'],
    ['unsupported', 'usb-failed', 'driver', 'WinUSB'],
    ['failed', 'usb-failed', 'no such thing', 'plug it in again'],
  ] as const)('%s', (failure, code, text, remedy) => {
    const problem = failureProblem(IDENTITY, new UsbError(failure, 'no such thing'), LINUX);
    expect(problem.code).toBe(code);
    expect(problem.text).toContain('VCP-PTH450-CAL E24638 at USB bus 3, address 17');
    expect(problem.text).toContain(text);
    expect(problem.remedy).toContain(remedy);
  });

  test('has one full stop after what the system said', () => {
    const { text } = failureProblem(IDENTITY, new UsbError('failed', 'USB failed (errno 71).'), LINUX);
    expect(text).toMatch(/^Cannot read .*: USB failed \(errno 71\)\.$/);
  });

  test('silent, or not saying what it is', () => {
    expect(silentProblem(IDENTITY)).toMatchObject({ code: 'usb-silent', subject: 'E24638 on USB bus 3, address 17' });
    expect(unknownProblem(IDENTITY, 'invalid channel count 0')).toMatchObject({
      code: 'usb-silent',
      text: 'Cannot identify the channels of VCP-PTH450-CAL E24638 at USB bus 3, address 17: invalid channel count 0.',
    });
  });

  test('of two instruments with one serial number are two', () => {
    const other = { ...IDENTITY, connection: { ...IDENTITY.connection, address: 18 } };
    expect(silentProblem(other).subject).not.toBe(silentProblem(IDENTITY).subject);
  });
});
