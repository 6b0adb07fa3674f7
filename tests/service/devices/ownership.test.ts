import { describe, expect, test } from 'vitest';
import type { DeviceClaims, DeviceSource } from '../../../service/devices/ownership.ts';
import { describePth, ManualClock, OwnershipBench } from './support.ts';

const KEY = { family: 'usb', serial: 'E1' } as const;
const SAMPLES = [{ channel: 'temperature', magnitude: 20 }];

const source: DeviceSource = { setPeriod: async () => {} };

class Bench extends OwnershipBench {
  readonly #said: string[] = [];

  constructor() {
    super(new ManualClock());
    this.events.on('attached', ({ serial, periodMs }) => this.#said.push(`${serial} every ${periodMs} ms`));
    this.events.on('readings', ({ serial, at }) => this.#said.push(`${serial} reads at ${at}`));
    this.events.on('late', ({ serial, absent }) => this.#said.push(`${serial} late${absent ? ', absent' : ''}`));
    this.events.on('detached', ({ serial, reason }) => this.#said.push(`${serial} gone: ${reason}`));
    this.events.on('problem', ({ subject }) => this.#said.push(`problem ${subject}`));
    this.events.on('cleared', ({ subject }) => this.#said.push(`cleared ${subject}`));
  }

  /** What came of the claims since the last call. */
  said(): string[] {
    return this.#said.splice(0);
  }

  drivers(...names: string[]): DeviceClaims[] {
    return names.map((name) => this.ownership.connect(name));
  }
}

describe('claims of one driver', () => {
  test('an update is reported, a release disconnects, and nothing counts afterwards', () => {
    const bench = new Bench();
    const [driver] = bench.drivers('a');
    const claim = driver?.claim(source, describePth('E1'));
    driver?.claim(source, describePth('E1', { periodMs: 500 }), claim);
    claim?.readings(7, SAMPLES);
    claim?.release('unplugged');
    claim?.release('unplugged');
    claim?.readings(8, SAMPLES);
    claim?.late(8, SAMPLES);
    expect(bench.said()).toEqual(['E1 every 1000 ms', 'E1 every 500 ms', 'E1 reads at 7', 'E1 gone: unplugged']);
    expect(bench.ownership.ownerOf(KEY)).toBeUndefined();
  });

  test('a source with another device releases the former one', () => {
    const bench = new Bench();
    const [driver] = bench.drivers('a');
    const former = driver?.claim(source, describePth('E1'));
    const claim = driver?.claim(source, describePth('E2'), former);
    former?.readings(7, SAMPLES);
    claim?.readings(8, SAMPLES);
    expect(bench.said().slice(1)).toEqual(['E1 gone: replaced by another device', 'E2 every 1000 ms', 'E2 reads at 8']);
  });

  test('late readings of a device without claims are passed on with its description', () => {
    const bench = new Bench();
    const [first, second] = bench.drivers('a', 'b');
    first?.lateOf(describePth('E1'), 7, SAMPLES);
    second?.claim(source, describePth('E1')).late(8, SAMPLES);
    first?.lateOf(describePth('E1'), 9, SAMPLES);
    expect(bench.said()).toEqual(['E1 late, absent', 'E1 every 1000 ms', 'E1 late']);
  });

  test('end with it, at once, and later ones are ignored', () => {
    const bench = new Bench();
    const [first, second] = bench.drivers('a', 'b');
    for (const serial of ['E1', 'E2']) first?.claim(source, describePth(serial));
    second?.claim(source, describePth('E2', { periodMs: 500 }));
    bench.said();
    first?.end('driver stopped');
    const late = first?.claim(source, describePth('E3'));
    late?.readings(7, SAMPLES);
    first?.raise({ code: 'port-busy', subject: 'x', text: '', remedy: '' });
    expect(bench.said()).toEqual([
      'E1 gone: driver stopped',
      'E2 gone: driver stopped',
      'cleared E2 (b)',
      'E2 every 500 ms',
    ]);
  });
});

describe('claims of several drivers', () => {
  test('the first driver owns a device while it has a claim on it; each other one is one problem', () => {
    const bench = new Bench();
    const [first, second] = bench.drivers('a', 'b');
    const claims = [
      first?.claim(source, describePth('E1', { periodMs: 100 })),
      second?.claim(source, describePth('E1', { periodMs: 200 })),
      second?.claim(source, describePth('E1', { periodMs: 300 })),
      first?.claim(source, describePth('E1', { periodMs: 400 })),
    ];
    expect(new Set(bench.said())).toEqual(new Set(['E1 every 100 ms', 'problem E1 (b)']));
    claims[0]?.release('unplugged');
    expect(bench.said()).toEqual(['E1 every 400 ms']);
    claims[1]?.readings(7, SAMPLES);
    claims[3]?.readings(8, SAMPLES);
    expect(bench.said()).toEqual(['E1 reads at 8']);
    claims[3]?.release('switched off');
    expect(bench.said()).toEqual(['E1 gone: switched off', 'cleared E1 (b)', 'E1 every 200 ms']);
  });

  test('the problem of a waiting claim ends with it', () => {
    const bench = new Bench();
    const [first, second] = bench.drivers('a', 'b');
    first?.claim(source, describePth('E1'));
    const waiting = second?.claim(source, describePth('E1'));
    waiting?.rejected();
    waiting?.release('unplugged');
    expect(bench.said()).toEqual(['E1 every 1000 ms', 'problem E1 (b)', 'cleared E1 (b)']);
  });
});
