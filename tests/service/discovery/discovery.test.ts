/** Finding and being found, over a network that is played. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OfferedClient } from '../../../service/discovery/adverts.ts';
import { Discovery, type DiscoveryOptions, DiscoverySwitch } from '../../../service/discovery/discovery.ts';
import { recordedLog } from '../http/support/recorded-log.ts';
import { Air } from './support/air.ts';

const HERE = 'MS0000000001';
const THERE = 'MS0000000002';

let air: Air;
const running: Pick<Discovery, 'stop'>[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  air = new Air();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((discovery) => discovery.stop()));
  if (vi.getTimerCount() > 0) throw new Error('A timer outlived its owner.');
  vi.useRealTimers();
});

function client(name: string, changes: Partial<OfferedClient> = {}): OfferedClient {
  const tcp = { transport: 'tcp', path: '/mqtt' } as const;
  return { identifier: name, enabled: true, name, host: 'broker.example', port: 1883, ssl: false, ...tcp, ...changes };
}

interface Rig {
  discovery: Discovery;
  /** Another one, that goes on and off. */
  onOff: DiscoverySwitch;
  log: ReturnType<typeof recordedLog>;
  clients: OfferedClient[];
  /** The clients changed. */
  change(): void;
  listeners: Set<() => void>;
}

function rig(installation: string, clients: OfferedClient[]): Rig {
  const listeners = new Set<() => void>();
  const log = recordedLog();
  const options: DiscoveryOptions = {
    installation,
    clients: {
      list: () => clients,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    join: air.join,
    clock: { now: () => Date.now(), monotonic: () => Date.now() },
    logger: log,
    pausesMs: [2000, 10_000],
  };
  const [discovery, onOff] = [new Discovery(options), new DiscoverySwitch(options)];
  running.push(discovery, onOff);
  return { discovery, onOff, log, clients, listeners, change: () => listeners.forEach((listener) => listener()) };
}

const HALL = {
  installation: THERE,
  host: 'broker.example',
  port: 1883,
  ssl: false,
  transport: 'tcp',
  path: '',
  prefix: 'fleet/hall',
};

describe('the switch', () => {
  const present = (): number => air.members.filter(({ hasLeft }) => !hasLeft).length;

  test('off: nobody joins, nothing is asked, nothing waits', async () => {
    const { onOff, listeners } = rig(HERE, [client('fleet/here')]);
    await onOff.change(false);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(air.members).toEqual([]);
    expect(listeners.size).toBe(0);
    expect(onOff.offers()).toEqual({ enabled: false, offers: [] });
  });

  test('goes on, off and on again', async () => {
    const there = rig(THERE, [client('fleet/hall')]);
    await there.discovery.start();
    const { onOff, listeners } = rig(HERE, [client('fleet/here')]);
    for (let round = 0; round < 2; round += 1) {
      await onOff.change(true);
      await onOff.change(true);
      await vi.advanceTimersByTimeAsync(12_000);
      expect(present()).toBe(2);
      expect(onOff.offers()).toEqual({ enabled: true, offers: [HALL] });
      expect(there.discovery.offers()).toMatchObject([{ installation: HERE }]);
      await onOff.change(false);
      expect(present()).toBe(1);
      expect(listeners.size).toBe(0);
      expect(onOff.offers()).toEqual({ enabled: false, offers: [] });
      expect(there.discovery.offers()).toEqual([]);
    }
  });

  test('stays off once it was stopped', async () => {
    const { onOff } = rig(HERE, [client('fleet/here')]);
    await onOff.change(true);
    await onOff.stop();
    await onOff.change(true);
    expect(present()).toBe(0);
    expect(onOff.offers().enabled).toBe(false);
  });
});

describe('discovery', () => {
  test('two find each other, and not themselves', async () => {
    const here = rig(HERE, [client('fleet/here')]);
    const there = rig(THERE, [client('fleet/hall')]);
    await here.discovery.start();
    await there.discovery.start();
    await vi.advanceTimersByTimeAsync(2000);
    expect(here.discovery.offers()).toEqual([HALL]);
    expect(there.discovery.offers()).toEqual([{ ...HALL, installation: HERE, prefix: 'fleet/here' }]);
    expect(air.member(0).questions).toBe(2);
  });

  test('a client that changes is said once a second at most, and what did not change is not said again', async () => {
    const here = rig(HERE, []);
    const there = rig(THERE, [client('fleet/hall')]);
    await here.discovery.start();
    await there.discovery.start();
    const { published } = air.member(1);
    expect(published).toHaveLength(1);
    for (let change = 0; change < 20; change += 1) {
      there.clients[0] = client('fleet/hall', { port: 2000 + change });
      there.change();
    }
    await vi.advanceTimersByTimeAsync(1500);
    expect(published).toHaveLength(2);
    expect(here.discovery.offers()).toEqual([{ ...HALL, port: 2019 }]);
    there.change();
    await vi.advanceTimersByTimeAsync(5000);
    expect(published).toHaveLength(2);
    there.clients.length = 0;
    there.change();
    await vi.advanceTimersByTimeAsync(1500);
    expect(here.discovery.offers()).toEqual([]);
  });

  test('who stops says goodbye, hears nothing more, and knows of nobody', async () => {
    const here = rig(HERE, [client('fleet/here')]);
    const there = rig(THERE, [client('fleet/hall')]);
    await here.discovery.start();
    await there.discovery.start();
    await there.discovery.stop();
    await there.discovery.stop();
    expect(there.listeners.size).toBe(0);
    expect(there.discovery.offers()).toEqual([]);
    expect(here.discovery.offers()).toEqual([]);
    expect(air.member(1).hasLeft).toBe(true);
  });

  test('who goes without a goodbye is forgotten after three questions', async () => {
    const here = rig(HERE, []);
    const there = rig(THERE, [client('fleet/hall')]);
    await here.discovery.start();
    await there.discovery.start();
    // As long as it answers, it stays.
    await vi.advanceTimersByTimeAsync(300_000);
    expect(here.discovery.offers()).toEqual([HALL]);
    air.member(1).hasLeft = true;
    await vi.advanceTimersByTimeAsync(19_000);
    expect(here.discovery.offers()).toEqual([HALL]);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(here.discovery.offers()).toEqual([]);
  });

  test('stopped while it joins, it leaves again', async () => {
    const gate = Promise.withResolvers<undefined>();
    air.gate = gate.promise;
    const { discovery } = rig(HERE, [client('fleet/here')]);
    const started = discovery.start();
    await discovery.stop();
    gate.resolve(undefined);
    await started;
    expect(air.member(0)).toMatchObject({ hasLeft: true, published: [], questions: 0 });
  });
});

describe('what goes wrong is told once, in a sentence', () => {
  const sentence = (reason: string): string =>
    `discovery may not work: ${reason} (gateways can be added manually) undefined`;

  test('joining', async () => {
    air.refusal = new Error('there is no network');
    const { discovery, log } = rig(HERE, [client('fleet/here')]);
    await discovery.start();
    expect(log.lines).toEqual([sentence('there is no network')]);
    expect(discovery.offers()).toEqual([]);
  });

  test('later, the same over and over, and many different ones', async () => {
    const { discovery, log } = rig(HERE, [client('fleet/here')]);
    await discovery.start();
    const { listener } = air.member(0);
    for (let time = 0; time < 10; time += 1) listener.failed(new Error('no room'));
    expect(log.lines).toEqual([sentence('no room')]);
    for (let time = 0; time < 100; time += 1) listener.failed(new Error(`reason ${time}`));
    expect(log.lines).toHaveLength(20);
  });
});
