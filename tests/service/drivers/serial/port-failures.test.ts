import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FakeInstrument, foundPort, good, Rig } from './support.ts';

const PORT = '/dev/ttyACM0';
const OTHER = '/dev/ttyACM1';
const LOCKED = new Error('Error Resource temporarily unavailable Cannot lock port');

describe('a port', () => {
  test('that another program holds is said plainly, and taken up when it is free', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, LOCKED);
    await rig.driver.start();
    const problem = await rig.next('problem', undefined, 0);
    expect(problem).toMatchObject({ code: 'port-busy', subject: PORT });
    expect(problem.text).toContain(PORT);
    expect(problem.remedy).toContain('Close that program');
    expect(rig.driver.ports()).toEqual([{ path: PORT, origin: 'found', state: 'busy' }]);
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.next('readings');
    expect(rig.problems()).toEqual([]);
    expect(rig.driver.ports()).toEqual([{ path: PORT, origin: 'found', state: 'attached' }]);
  });

  test('that may not be opened is said with what to do, and taken up when it may', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new Error(`Error: Permission denied, cannot open ${PORT}`));
    await rig.driver.start();
    expect(await rig.next('problem', undefined, 0)).toMatchObject({ code: 'port-permission', subject: PORT });
    expect(rig.driver.ports()).toEqual([{ path: PORT, origin: 'found', state: 'denied' }]);
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.next('readings');
    expect(rig.problems()).toEqual([]);
  });

  test('that fails in another way is said in the words of the system', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new Error('Error: Input/output error, cannot open it'));
    await rig.driver.start();
    expect(await rig.next('problem', undefined, 0)).toMatchObject({
      code: 'port-failed',
      text: expect.stringContaining('Input/output error'),
    });
  });

  test('that opens and closes again and again is said so, and not at the first time', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, (fake) => queueMicrotask(() => fake.hangUp(new Error('bad file descriptor'))));
    await rig.driver.start();
    expect(await rig.next('problem', undefined, 0)).toMatchObject({ code: 'port-failed', subject: PORT });
    expect(rig.ports.opens).toBeGreaterThanOrEqual(3);
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.next('readings');
    expect(rig.problems()).toEqual([]);
  });

  test('that takes too long to open is given up and tried again', async () => {
    let late = true;
    const rig: Rig = new Rig({
      openPort: (path) => {
        if (!late) return rig.ports.openPort(path);
        late = false;
        return new Promise(() => {});
      },
    });
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    expect(await rig.next('problem', undefined, 0)).toMatchObject({ code: 'port-failed' });
    await rig.next('readings');
    expect(rig.problems()).toEqual([]);
  });

  test('that cannot be opened is tried after ever longer pauses', async () => {
    const opens: number[] = [];
    const rig = new Rig({
      openPort: () => {
        opens.push(performance.now());
        return Promise.reject(LOCKED);
      },
      timing: { retryMinMs: 10, retryMaxMs: 600_000 },
    });
    rig.ports.plug(PORT, LOCKED);
    await rig.driver.start();
    await expect.poll(() => opens.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(6);
    const pauses = opens.slice(1).map((at, index) => at - (opens[index] ?? 0));
    // A timer of Node may end up to a millisecond early, never more.
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(10 * 2 ** index - 1);
  });

  test('that says nothing is said so; an instrument that speaks there later is taken up', async () => {
    const rig = new Rig({ timing: { silenceMs: 200 } });
    rig.ports.plug(PORT, () => {});
    await rig.driver.start();
    expect(await rig.next('problem', undefined, 0)).toMatchObject({
      code: 'port-silent',
      text: expect.stringContaining('No device responds'),
    });
    expect(rig.attached()).toEqual([]);
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.next('readings');
    expect(rig.problems()).toEqual([]);
  });

  test('that gives garbage for ever gives no reading and no device', async () => {
    const rig = new Rig({ timing: { silenceMs: 200 } });
    let seed = 1;
    rig.ports.plug(PORT, (fake) => {
      const timer = setInterval(() => {
        if (fake.closed) clearInterval(timer);
        const bytes = Uint8Array.from({ length: 3000 }, () => {
          seed = (seed * 16_807) % 2_147_483_647;
          return seed & 0xff;
        });
        fake.say(bytes);
      }, 5);
    });
    await rig.driver.start();
    expect(await rig.next('problem', undefined, 0)).toMatchObject({
      code: 'port-silent',
      text: expect.stringContaining('is not from a known device'),
    });
    expect(rig.seen.filter(({ name }) => name !== 'problem')).toEqual([]);
  });

  test('that swallows writes is read all the same', async () => {
    const rig = new Rig({ timing: { silenceMs: 2000 } });
    const instrument = new FakeInstrument({ header: false, echo: false });
    rig.ports.plug(PORT, (fake) => {
      instrument.connect(fake);
      fake.swallowing = true;
    });
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
  });

  test('that does not close does not keep the driver from ending', async () => {
    const rig = new Rig();
    const instrument = new FakeInstrument();
    rig.ports.plug(PORT, (fake) => {
      instrument.connect(fake);
      fake.stuck = true;
    });
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    await rig.driver.stop();
    expect(rig.attached()).toEqual([]);
  });
});

describe('an instrument that falls silent', () => {
  test('stays attached while its port is opened again, and goes on when it speaks', async () => {
    const rig = new Rig({ timing: { silenceMs: 200 } });
    const instrument = new FakeInstrument();
    rig.periods.set('E24638', 10);
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    Object.assign(instrument, { streaming: false, header: false, echo: false });
    expect(await rig.next('problem')).toMatchObject({ code: 'port-silent', text: expect.stringContaining('E24638') });
    expect(rig.driver.ports()).toMatchObject([{ state: 'silent' }]);
    const { opens } = rig.ports;
    await expect.poll(() => rig.ports.opens).toBeGreaterThan(opens);
    Object.assign(instrument, { streaming: true, header: true, echo: true });
    await rig.next('readings');
    expect(rig.of('detached')).toEqual([]);
    expect(rig.problems()).toEqual([]);
    expect(rig.driver.ports()).toMatchObject([{ state: 'attached' }]);
  });

  test('is detached when its port cannot be opened again', async () => {
    const rig = new Rig({ timing: { silenceMs: 200 } });
    const instrument = new FakeInstrument();
    rig.periods.set('E24638', 10);
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    instrument.streaming = false;
    rig.ports.plug(PORT, LOCKED);
    await rig.next('detached');
    await rig.next('problem', ({ code }) => code === 'port-busy', 0);
    expect(rig.problems()).toEqual([`port-busy ${PORT}`]);
  });
});

describe('two instruments with one serial number', () => {
  test('the second is not listed and both ports are named; it takes over when the first is gone', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument({ values: ['1000', '1', '1'] }));
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    rig.ports.plug(OTHER, new FakeInstrument({ values: ['2000', '2', '2'] }), foundPort(OTHER, '0505', 8));
    const problem = await rig.next('problem');
    expect(problem).toMatchObject({ code: 'duplicate-serial' });
    expect(problem.text).toContain(PORT);
    expect(problem.text).toContain(OTHER);
    // Both instruments speak all the time: some lines of each have come by then.
    for (let count = 0; count < 5; count += 1) await rig.next('readings');
    const values = (): Set<unknown> => new Set(rig.of('readings').map(({ samples }) => samples[1]?.magnitude));
    expect(values()).toEqual(new Set([1]));
    rig.ports.unplug(PORT);
    expect(await rig.next('attached')).toMatchObject({ connections: { vcp: { port: OTHER } } });
    await rig.next('readings');
    expect(values()).toEqual(new Set([1, 2]));
    expect(rig.of('detached')).toHaveLength(1);
    expect(rig.problems()).toEqual([]);
  });

  test('when the second is gone, only the problem is', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    rig.ports.plug(OTHER, new FakeInstrument(), foundPort(OTHER, '0505', 8));
    await rig.next('problem');
    rig.ports.unplug(OTHER);
    await rig.next('cleared', ({ code }) => code === 'duplicate-serial');
    expect(rig.of('detached')).toEqual([]);
    await rig.next('readings');
  });
});

describe('a port added by hand', () => {
  test('that does not exist is said so, and used when it appears', async () => {
    const rig = new Rig({ ports: ['/dev/ttyS9'] });
    await rig.driver.start();
    expect(await rig.next('problem', undefined, 0)).toMatchObject({ code: 'port-missing', subject: '/dev/ttyS9' });
    expect(rig.driver.ports()).toEqual([{ path: '/dev/ttyS9', origin: 'added', state: 'missing' }]);
    rig.ports.put('/dev/ttyS9', new FakeInstrument());
    expect(await rig.next('attached')).toMatchObject({
      firmware: { major: 0, minor: 0 },
      connections: { usb: null, vcp: { port: '/dev/ttyS9' } },
    });
    await rig.next('readings');
    expect(rig.problems()).toEqual([]);
  });

  test('goes and comes like any other', async () => {
    const rig = new Rig({ ports: ['/dev/ttyS9'] });
    const instrument = new FakeInstrument();
    rig.ports.put('/dev/ttyS9', instrument);
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    rig.ports.unplug('/dev/ttyS9');
    await rig.next('detached');
    await rig.next('problem', ({ code }) => code === 'port-missing', 0);
    rig.ports.put('/dev/ttyS9', instrument);
    await rig.next('readings');
    expect(rig.problems()).toEqual([]);
  });

  test('can be added and taken away while the driver runs', async () => {
    const rig = new Rig();
    rig.ports.put('/dev/ttyS9', new FakeInstrument());
    await rig.driver.start();
    rig.driver.addPort('/dev/ttyS9');
    rig.driver.addPort('/dev/ttyS9');
    expect(rig.driver.ports()).toEqual([{ path: '/dev/ttyS9', origin: 'added', state: 'opening' }]);
    await rig.next('readings', undefined, 0);
    rig.driver.removePort('/dev/ttyS9');
    expect(await rig.next('detached')).toMatchObject({ reason: 'port /dev/ttyS9 removed from the list' });
    expect(rig.driver.ports()).toEqual([]);
    await expect.poll(() => rig.ports.newest('/dev/ttyS9')?.closed).toBe(true);
  });

  test('stays if a flag names it', async () => {
    const rig = new Rig({ ports: [PORT] });
    rig.driver.addPort(PORT);
    rig.driver.removePort(PORT);
    expect(rig.driver.ports()).toEqual([{ path: PORT, origin: 'added', state: 'opening' }]);
  });

  test('is the same by a link', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mensura-port-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync('/dev/null', join(folder, 'instrument'));
    const { driver } = new Rig();
    expect(await driver.isSamePort(join(folder, 'instrument'), '/dev/null')).toBe(true);
    expect(await driver.isSamePort(join(folder, 'instrument'), '/dev/zero')).toBe(false);
  });

  test('that is found too is kept once, with what its USB device tells', async () => {
    const rig = new Rig();
    rig.driver.addPort(PORT);
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    expect(await rig.next('attached', undefined, 0)).toMatchObject({ connections: { usb: { bus: 3, address: 7 } } });
    expect(rig.driver.ports()).toEqual([{ path: PORT, origin: 'added', state: 'attached' }]);
    rig.driver.removePort(PORT);
    await rig.next('readings');
    expect(rig.driver.ports()).toEqual([{ path: PORT, origin: 'found', state: 'attached' }]);
    expect(rig.ports.opens).toBe(1);
    expect(rig.of('detached')).toEqual([]);
  });
});

test('a port that opens at last is no longer said not to, whoever is behind it', async () => {
  const rig = new Rig({ timing: { silenceMs: 60_000 } });
  rig.ports.plug(PORT, LOCKED);
  await rig.driver.start();
  await rig.next('problem', undefined, 0);
  rig.ports.plug(PORT, () => {});
  expect(await rig.next('cleared')).toEqual({ code: 'port-busy', subject: PORT });
  expect(rig.driver.ports()).toMatchObject([{ state: 'asking' }]);
});

describe('finding ports', () => {
  test('that fails leaves what was found before, and the ports added by hand', async () => {
    let broken = false;
    const rig: Rig = new Rig({
      findPorts: () => (broken ? Promise.reject(new Error('no udevadm here')) : rig.ports.findPorts()),
    });
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    broken = true;
    rig.ports.put('/dev/ttyS9', new FakeInstrument({ serial: 'E2' }));
    rig.driver.addPort('/dev/ttyS9');
    await rig.next('attached', ({ serial }) => serial === 'E2');
    await rig.next('readings', ({ serial }) => serial === 'E24638');
    expect(rig.of('detached')).toEqual([]);
  });
});

test('a burst of lines in one piece is read line by line', async () => {
  const rig = new Rig();
  const instrument = new FakeInstrument({ streaming: false });
  rig.ports.plug(PORT, instrument);
  await rig.driver.start();
  await rig.next('attached', undefined, 0);
  const burst = Array.from({ length: 500 }, (_, index) =>
    good('D', 'VCP-PTH450-CAL', 'E24638', '', `${100_000 + index}`, 'Pa', '20', 'C', '50', '%'),
  ).join('');
  instrument.line?.say(burst);
  const pressures = rig.of('readings').map(({ samples }) => samples[0]?.magnitude);
  expect(pressures).toEqual(Array.from({ length: 500 }, (_, index) => (100_000 + index) / 1000));
});
