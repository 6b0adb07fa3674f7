import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Misbehaviour } from '../../../emulator/usb/control.ts';
import { MisbehavingInstrument } from '../../../emulator/usb/models/misbehaving.ts';
import { playProduct } from '../../../emulator/usb/models/products.ts';
import { Rig } from './support/rig.ts';

type Step =
  | { do: 'plug'; who: number; denied: boolean; closesAfterMs: number }
  | { do: 'pull' | 'allow' | 'fail'; who: number }
  | { do: 'misbehave'; who: number; how: Misbehaviour }
  | { do: 'period'; who: number; ms: number }
  | { do: 'pass'; ms: number };

/** Serial numbers; the first two instruments carry the same. */
const SERIALS = ['E00001', 'E00001', 'E00002'] as const;

const who = fc.integer({ min: 0, max: SERIALS.length - 1 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('plug' as const),
      who,
      denied: fc.boolean(),
      closesAfterMs: fc.constantFrom(0, 0, 1, 800),
    }),
    fc.record({ do: fc.constantFrom('pull' as const, 'allow' as const, 'fail' as const), who }),
    fc.record({
      do: fc.constant('misbehave' as const),
      who,
      how: fc.constantFrom<Misbehaviour>(
        ...([
          'well',
          'well',
          'stall',
          'wrong-echo',
          'wrong-check',
          'late',
          'silence',
          'unplug-in-flight',
          'flaky',
        ] as const),
      ),
    }),
    fc.record({ do: fc.constant('period' as const), who, ms: fc.constantFrom(100, 1000, 5000) }),
    fc.record({ do: fc.constant('pass' as const), ms: fc.oneof(fc.nat(50), fc.nat(3000), fc.nat(30_000)) }),
  ),
  { maxLength: 25 },
);

/** What the models measure: any other value is a wrong one. */
const TRUE_VALUES: Record<string, number> = {
  atmospheric_pressure: 100.009,
  temperature: 25,
  relative_humidity: 50.0008,
};

/** Sees that what the driver said makes sense as a whole. */
function judge(rig: Rig): void {
  const attached = new Set<string>();
  for (const { name, payload } of rig.seen) {
    if (name === 'problem' || name === 'cleared') continue;
    const { serial } = payload as { serial: string };
    if (name === 'attached') attached.add(serial);
    else expect(attached, `"${name}" of one that is attached`).toContain(serial);
    if (name === 'detached') attached.delete(serial);
  }
  for (const { samples } of rig.of('readings')) {
    expect(samples.map(({ channel }) => channel)).toEqual(Object.keys(TRUE_VALUES));
    for (const { channel, magnitude, reason } of samples) {
      if (magnitude === null) expect(reason).toBeTruthy();
      else expect(Math.abs(magnitude - (TRUE_VALUES[channel] ?? Number.NaN))).toBeLessThan(0.002);
    }
  }
  expect([...rig.bus.commands].filter((code) => ![0x01, 0x02, 0x10, 0x11].includes(code))).toEqual([]);
}

describe('instruments that come, go and fail at any moment', () => {
  test('are attached exactly while they can be, and never give a wrong value', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const rig = new Rig();
        const instruments = SERIALS.map(
          (serial) => new MisbehavingInstrument(playProduct({ product: 'pth450', serial })),
        );
        const plugOf = (index: number) => rig.bus.plugs.find(({ instrument }) => instrument === instruments[index]);
        await rig.driver.start();
        for (const step of script) {
          if (step.do === 'pass') await rig.pass(step.ms);
          else if (step.do === 'pull') plugOf(step.who)?.pull();
          else {
            const instrument = instruments[step.who];
            const plug = plugOf(step.who);
            if (step.do === 'plug' && instrument && !plug) {
              rig.bus.plug(instrument, step.denied ? 'denied' : undefined).closesAfterMs = step.closesAfterMs;
            }
            if (step.do === 'fail') plug?.link?.fail('failed');
            if (step.do === 'allow' && plug) plug.refuses = undefined;
            if (step.do === 'misbehave' && instrument) instrument.how = step.how;
            if (step.do === 'period') {
              const key = { family: 'usb', serial: SERIALS[step.who] ?? '' } as const;
              await rig.bench.setPeriod(key, step.ms).catch(() => {});
            }
          }
        }
        // Everything is well again: whatever is plugged in is there, once for each serial number.
        for (const instrument of instruments) instrument.how = 'well';
        for (const plug of rig.bus.plugs) plug.refuses = undefined;
        await rig.pass(70_000);
        const expected = new Set(rig.bus.plugs.map(({ identity }) => `usb/${identity.serial}`));
        expect(new Set(rig.attached())).toEqual(expected);
        expect(rig.problems().filter((problem) => !problem.startsWith('duplicate-serial'))).toEqual([]);
        for (const plug of rig.bus.plugs) plug.pull();
        await rig.pass(10);
        expect(rig.attached()).toEqual([]);
        expect(rig.problems()).toEqual([]);
        // What was still being closed is closed, and says nothing any more.
        await rig.pass(1000);
        expect(rig.problems()).toEqual([]);
        await rig.end();
        judge(rig);
      }),
    );
  });
});
