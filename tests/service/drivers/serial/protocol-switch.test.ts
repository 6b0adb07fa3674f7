import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../../service/support/clock.ts';
import { FakeInstrument, type FakeLine, good, Rig } from './support.ts';

const PORT = '/dev/ttyACM0';
const KEY = { family: 'usb', serial: 'E24638' } as const;
const GONE = 'restarting in USB mode';

/** What was written after the introduction. */
const told = (rig: Rig): string[] | undefined => rig.ports.newest(PORT)?.written.slice(3);

/** An instrument that was introduced, on a found port or on one given by hand. */
async function measuring(
  origin: 'found' | 'added' = 'found',
  clock: Clock = systemClock,
): Promise<{ rig: Rig; instrument: FakeInstrument }> {
  const rig = new Rig({ ports: origin === 'added' ? [PORT] : [], clock });
  const instrument = new FakeInstrument();
  if (origin === 'added') rig.ports.put(PORT, instrument);
  else rig.ports.plug(PORT, instrument);
  await rig.driver.start();
  await rig.next('readings', undefined, 0);
  await expect.poll(() => rig.ports.newest(PORT)?.written).toEqual(['INFO', 'POLL 1000', 'FRAC 7']);
  return { rig, instrument };
}

/** Lets what the instrument does at a command come after what it does anyway. */
function also(line: FakeLine | undefined, act: (command: string) => void): void {
  if (!line) throw new Error('There is no open port.');
  const before = line.onCommand;
  line.onCommand = (command) => {
    before(command);
    act(command);
  };
}

function switchToUsb(rig: Rig): Promise<void> {
  return rig.bench.setProtocol(KEY, 'usb');
}

describe('told to speak USB', () => {
  test('is sent the protocol and the restart, once each, and needs no answer', async () => {
    const { rig, instrument } = await measuring();
    instrument.streaming = false;
    await switchToUsb(rig);
    expect(told(rig)).toEqual(['PROTOCOL USB', 'RESET']);
    expect(rig.of('detached')).toEqual([]);
  });

  test.each(['Protocol set to USB', 'Poll interval set to 1000 ms', 'ERROR'])(
    'takes an answer as it comes: %s',
    async (text) => {
      const { rig, instrument } = await measuring();
      also(instrument.line, () => instrument.line?.say(good('I', instrument.product, instrument.serial, text)));
      await switchToUsb(rig);
      expect(told(rig)).toEqual(['PROTOCOL USB', 'RESET']);
      expect(rig.of('rejected')).toEqual([]);
    },
  );

  test.each(['found', 'added'] as const)(
    'is gone because it restarts, on a port that was %s, without a problem',
    async (origin) => {
      const { rig, instrument } = await measuring(origin);
      also(instrument.line, (command) => command === 'RESET' && rig.ports.unplug(PORT));
      await switchToUsb(rig);
      expect(await rig.next('detached', undefined, 0)).toEqual({ ...KEY, reason: GONE });
      const { opens } = rig.ports;
      if (origin === 'added') await expect.poll(() => rig.driver.ports()).toMatchObject([{ state: 'missing' }]);
      else await expect.poll(() => rig.driver.ports()).toEqual([]);
      expect(rig.of('problem')).toEqual([]);
      // It comes back with the old mode: found again, and then a closing is a closing.
      if (origin === 'added') rig.ports.put(PORT, instrument);
      else rig.ports.plug(PORT, instrument);
      await rig.next('readings');
      expect(rig.ports.opens).toBeGreaterThanOrEqual(opens);
      rig.ports.unplug(PORT);
      expect((await rig.next('detached')).reason).not.toBe(GONE);
    },
  );

  test('is gone because it restarts where the list of ports says so first', async () => {
    const { rig, instrument } = await measuring();
    await switchToUsb(rig);
    const line = instrument.line;
    if (line) line.hangUp = () => {};
    rig.ports.unplug(PORT);
    expect(await rig.next('detached', undefined, 0)).toEqual({ ...KEY, reason: GONE });
  });

  test('is no problem however often the port fails while it restarts', async () => {
    const { rig, instrument } = await measuring('added');
    also(instrument.line, (command) => {
      if (command !== 'RESET') return;
      rig.ports.put(PORT, new Error('Error: Input/output error, cannot open it'));
      instrument.line?.hangUp(new Error('bad file descriptor'));
    });
    await switchToUsb(rig);
    const { opens } = rig.ports;
    await expect.poll(() => rig.ports.opens).toBeGreaterThan(opens + 5);
    expect(rig.of('problem')).toEqual([]);
    expect(rig.driver.ports()).toMatchObject([{ state: 'failed' }]);
  });

  test('is missed on a port given by hand when it is away for longer than a restart takes', async () => {
    let later = 0;
    const clock = { now: () => Date.now(), monotonic: () => performance.now() + later };
    const { rig, instrument } = await measuring('added', clock);
    also(instrument.line, (command) => command === 'RESET' && rig.ports.unplug(PORT));
    await switchToUsb(rig);
    const { opens } = rig.ports;
    await expect.poll(() => rig.ports.opens).toBeGreaterThan(opens + 2);
    later = 9000;
    const seen = rig.ports.opens;
    await expect.poll(() => rig.ports.opens).toBeGreaterThan(seen + 2);
    expect(rig.of('problem')).toEqual([]);
    later = 10_000;
    await rig.next('problem', ({ code }) => code === 'port-missing', 0);
  });

  test('may restart again and again before it gives a reading', async () => {
    const { rig, instrument } = await measuring('added');
    instrument.streaming = false;
    for (let round = 0; round < 4; round += 1) {
      await expect.poll(() => rig.ports.newest(PORT)?.written).toEqual(['INFO', 'POLL 1000', 'FRAC 7']);
      also(instrument.line, (command) => command === 'RESET' && instrument.line?.hangUp());
      const { opens } = rig.ports;
      await switchToUsb(rig);
      await expect.poll(() => rig.ports.opens).toBeGreaterThan(opens);
    }
    expect(rig.of('detached').map(({ reason }) => reason)).toEqual([GONE, GONE, GONE, GONE]);
    expect(rig.of('problem')).toEqual([]);
  });

  test('has the usual pause between the two commands', async () => {
    const rig = new Rig({ timing: { commandPauseMs: 150 } });
    const instrument = new FakeInstrument();
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    await expect.poll(() => rig.ports.newest(PORT)?.written).toEqual(['INFO', 'POLL 1000', 'FRAC 7']);
    const at: number[] = [];
    also(instrument.line, () => void at.push(performance.now()));
    await switchToUsb(rig);
    await expect.poll(() => at).toHaveLength(2);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(100);
  });

  test('was told where it restarts without waiting for the second command', async () => {
    const { rig, instrument } = await measuring();
    also(instrument.line, (command) => command === 'PROTOCOL USB' && rig.ports.unplug(PORT));
    await switchToUsb(rig);
    expect(await rig.next('detached', undefined, 0)).toEqual({ ...KEY, reason: GONE });
    expect(rig.of('problem')).toEqual([]);
  });

  test('goes on being read where it does not restart', async () => {
    const { rig } = await measuring();
    await switchToUsb(rig);
    await rig.next('readings');
    await rig.bench.setPeriod(KEY, 500);
    expect(rig.attached()).toEqual(['usb/E24638']);
  });

  test('is told once, however often it is asked for', async () => {
    const { rig } = await measuring();
    const first = switchToUsb(rig);
    await expect(switchToUsb(rig)).rejects.toMatchObject({ code: 'conflict' });
    await first;
    await expect(switchToUsb(rig)).rejects.toMatchObject({ code: 'conflict' });
    expect(told(rig)).toEqual(['PROTOCOL USB', 'RESET']);
  });
});

describe('not told', () => {
  test('where the port does not take commands; it goes on as before', async () => {
    const { rig, instrument } = await measuring();
    const line = instrument.line as FakeLine;
    line.swallowing = true;
    await expect(switchToUsb(rig)).rejects.toMatchObject({ code: 'instrument-failed' });
    line.swallowing = false;
    await rig.next('readings');
    rig.ports.unplug(PORT);
    expect((await rig.next('detached', undefined, 0)).reason).not.toBe(GONE);
  });

  test('where the second command is not taken and the port stays', async () => {
    const { rig, instrument } = await measuring();
    const line = instrument.line as FakeLine;
    also(line, (command) => {
      if (command === 'PROTOCOL USB') line.swallowing = true;
    });
    await expect(switchToUsb(rig)).rejects.toMatchObject({ code: 'instrument-failed' });
    expect(told(rig)).toEqual(['PROTOCOL USB']);
  });

  test('where it speaks that already', async () => {
    const { rig } = await measuring();
    await expect(rig.bench.setProtocol(KEY, 'vcp')).rejects.toMatchObject({ code: 'conflict' });
    expect(told(rig)).toEqual([]);
  });

  test('while its port is being opened again', async () => {
    const rig = new Rig({ timing: { silenceMs: 200 } });
    const instrument = new FakeInstrument();
    rig.periods.set('E24638', 10);
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    rig.ports.put(PORT, () => {});
    Object.assign(instrument, { streaming: false, header: false, echo: false });
    await rig.next('problem', ({ code }) => code === 'port-silent', 0);
    await expect(switchToUsb(rig)).rejects.toMatchObject({ code: 'instrument-failed' });
    const written = [...rig.ports.lines.values()].flat().flatMap((line) => line.written);
    expect(written.filter((text) => /PROTOCOL|RESET/.test(text))).toEqual([]);
  });
});
