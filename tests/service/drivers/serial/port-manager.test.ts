import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../service/contract/index.ts';
import type { PortInfo } from '../../../../service/drivers/serial/options.ts';
import { SerialPortManager, type SerialPortManagerOptions } from '../../../../service/drivers/serial/port-manager.ts';
import { silentLogger } from '../../../../service/support/logger.ts';

const A = '/dev/ttyMensuraA';
const B = '/dev/ttyMensuraB';
const LINK = '/dev/serial/by-id/usb-Mensura-A';
const FOUND: PortInfo = { path: '/dev/ttyACM0', origin: 'found', state: 'attached' };
const FLAG: PortInfo = { path: '/dev/ttyFlag', origin: 'added', state: 'opening' };
const RESULT = { ok: true, text: 'It responds.', remedy: '' };

function bench(changes: Partial<SerialPortManagerOptions> = {}) {
  let saved: readonly string[] = [];
  const ports: PortInfo[] = [FLAG, FOUND];
  const problems: Problem[] = [];
  const started = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const manager = new SerialPortManager({
    driver: {
      ports: () => ports,
      addPort: (path) => void ports.push({ path, origin: 'added', state: 'opening' }),
      removePort: (path) =>
        void ports.splice(
          ports.findIndex((port) => port.path === path),
          1,
        ),
      testPort: async () => {
        started.resolve();
        await finished.promise;
        return RESULT;
      },
      // A link leads to the first port.
      isSamePort: async (a, b) => a.replace(LINK, A) === b.replace(LINK, A),
    },
    saved: () => saved,
    save: async (paths) => (saved = paths),
    problems: () => problems,
    deviceOn: (path) => (path === FOUND.path ? 'E24638' : undefined),
    logger: silentLogger,
    ...changes,
  });
  return {
    manager,
    ports,
    problems,
    saved: () => saved,
    opened: { started: started.promise, finish: finished.resolve },
  };
}

describe('serial ports', () => {
  test('are added and removed, one change after another', async () => {
    const { manager, saved, ports } = bench();
    const added = await Promise.all([manager.add(A), manager.add(B)]);
    expect(added).toEqual(
      [A, B].map((path) => ({ path, origin: 'added', state: 'opening', device: null, problem: null })),
    );
    expect(saved()).toEqual([A, B]);
    await Promise.all([manager.remove(A), manager.remove(B)]);
    expect([saved(), ports]).toEqual([[], [FLAG, FOUND]]);
  });

  test('are listed with their origin, device and problem', () => {
    const { manager, problems } = bench();
    const problem = { text: 'In use by screen.', remedy: 'Close it.' };
    problems.push({ ...problem, code: 'port-busy', subject: FLAG.path, since: '2026-11-20T14:45:12.318Z' });
    expect(manager.list().ports).toEqual([
      { ...FLAG, origin: 'flag', device: null, problem },
      { ...FOUND, device: 'E24638', problem: null },
    ]);
  });

  test('are refused with the reason', async () => {
    const { manager, saved } = bench();
    await expect(manager.add('ttyS0')).rejects.toThrow('path: must be an absolute path, such as /dev/ttyUSB0.');
    await expect(manager.add('/dev/null')).rejects.toThrow(
      'path: must be a serial port of this computer, got /dev/null.',
    );
    await manager.add(A);
    await expect(manager.add(A)).rejects.toMatchObject({ code: 'conflict', message: 'path: is already added.' });
    await expect(manager.add(LINK)).rejects.toThrow('path: is already added.');
    await expect(manager.add(FLAG.path)).rejects.toThrow('path: is set by --serial-port or MENSURA_SERIAL_PORTS.');
    await expect(manager.remove(B)).rejects.toMatchObject({ code: 'not-found' });
    await expect(manager.remove(FLAG.path)).rejects.toThrow('is set by --serial-port or MENSURA_SERIAL_PORTS');
    await expect(manager.remove(FOUND.path)).rejects.toThrow('was detected, not added');
    expect(saved()).toEqual([A]);
    const full = bench({ saved: () => Array.from({ length: 100 }, (_, index) => `/dev/tty-${index}`) });
    await expect(full.manager.add(A)).rejects.toThrow('The limit is 100 serial ports. Remove one first.');
  });

  test('that cannot be saved are not opened', async () => {
    const { manager, ports } = bench({ save: () => Promise.reject(new Error('disk full')) });
    await expect(manager.add(A)).rejects.toThrow('disk full');
    expect(ports).toHaveLength(2);
  });

  test('are tested one at a time; a port in use is not opened', async () => {
    const { manager, ports, opened } = bench();
    const first = manager.test(A);
    await opened.started;
    await expect(manager.test(B)).rejects.toMatchObject({ code: 'too-many' });
    opened.finish();
    expect(await first).toEqual(RESULT);
    expect(await manager.test(B)).toEqual(RESULT);
    expect(await manager.test(FOUND.path)).toEqual({
      ok: true,
      text: 'Device E24638 is connected on /dev/ttyACM0.',
      remedy: '',
    });
    ports.push({ path: A, origin: 'added', state: 'asking' });
    expect(await manager.test(A)).toMatchObject({ ok: false, text: `Mensura is opening ${A}.` });
    expect(await manager.test(LINK)).toMatchObject({ ok: false, text: `Mensura is opening ${A}.` });
  });

  test('are not added during their test, nor tested while they are being added', async () => {
    const saving = Promise.withResolvers<void>();
    const { manager, opened } = bench({ save: () => saving.promise });
    const testing = manager.test(A);
    await opened.started;
    await expect(manager.add(LINK)).rejects.toMatchObject({
      code: 'too-many',
      message: `Serial port ${LINK} is being tested. Try again in a few seconds.`,
    });
    const adding = manager.add(B);
    const tested = manager.test(B);
    saving.resolve();
    await adding;
    expect(await tested).toMatchObject({ ok: false, text: `Mensura is opening ${B}.` });
    opened.finish();
    expect(await testing).toEqual(RESULT);
    await manager.add(LINK);
  });
});

describe("the system's list", () => {
  test('has ports of USB devices first, in the order of their numbers', async () => {
    const ports = [
      { path: '/dev/ttyS10', vendorId: '0403', manufacturer: 'FTDI' },
      { path: '/dev/ttyS1' },
      { path: 'cannot be added' },
      { path: '/dev/ttyS9', vendorId: '0403' },
    ];
    const { manager } = bench({ listPorts: async () => ports });
    expect((await manager.listed()).ports).toEqual([
      { path: '/dev/ttyS9', manufacturer: '', usb: true },
      { path: '/dev/ttyS10', manufacturer: 'FTDI', usb: true },
      { path: '/dev/ttyS1', manufacturer: '', usb: false },
    ]);
  });

  test('is shared by simultaneous calls', async () => {
    let lists = 0;
    const { manager } = bench({ listPorts: async () => (lists++, [{ path: A }]) });
    const [one, other] = await Promise.all([manager.listed(), manager.listed()]);
    expect([one, lists]).toEqual([other, 1]);
    await manager.listed();
    expect(lists).toBe(2);
  });

  test('is empty if the system cannot list ports', async () => {
    const { manager } = bench({ listPorts: () => Promise.reject(new Error('no udevadm')) });
    expect(await manager.listed()).toEqual({ ports: [] });
  });
});
