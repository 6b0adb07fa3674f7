/** What depends on the very moment in which something is told, or taken. */
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { entitySources } from '../../../../service/http/events/entity-sources.ts';
import { EventHub } from '../../../../service/http/events/event-hub.ts';
import { DEFAULT_HTTP_LIMITS } from '../../../../service/http/options.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { PlayedAlarms } from '../../../support/played/alarms.ts';
import { PlayedComputed } from '../../../support/played/computed.ts';
import { PlayedCorrections } from '../../../support/played/corrections.ts';
import { PlayedDashboards } from '../../../support/played/dashboards.ts';
import { PlayedDatabases } from '../../../support/played/databases.ts';
import { PlayedDestinations } from '../../../support/played/destinations.ts';
import { PlayedGateways } from '../../../support/played/gateways.ts';
import { PlayedHistory } from '../../../support/played/history.ts';
import { playedKnownDevices } from '../../../support/played/known-devices.ts';
import { PlayedMqtt } from '../../../support/played/mqtt.ts';
import { PlayedRunPlans } from '../../../support/played/run-plans.ts';
import { PlayedRuns } from '../../../support/played/runs.ts';
import { PlayedDeviceSettings, PlayedSettings } from '../../../support/played/settings.ts';
import { createBench, describePth, type RegistryBench } from '../../devices/support.ts';
import { PlayedResponse } from '../support/played-response.ts';

/** Much for a test, little for the events of one. */
const SLOW_BYTES = 2000;

/** Of the event of a device. */
const DEVICE = '"kind":"device"';

let bench: RegistryBench;
let settings: PlayedDeviceSettings;
let dashboards: PlayedDashboards;
let hub: EventHub;

beforeEach(() => {
  bench = createBench();
  settings = new PlayedDeviceSettings();
  dashboards = new PlayedDashboards();
  hub = new EventHub({
    ...bench,
    sources: entitySources({
      ...bench,
      known: playedKnownDevices(bench),
      devices: settings,
      settings: new PlayedSettings(),
      mqtt: new PlayedMqtt(),
      gateways: new PlayedGateways(),
      databases: new PlayedDatabases(),
      alarms: new PlayedAlarms(),
      destinations: new PlayedDestinations(),
      dashboards,
      corrections: new PlayedCorrections(),
      computed: new PlayedComputed(),
      history: new PlayedHistory(),
      runs: new PlayedRuns(),
      runPlans: new PlayedRunPlans(new PlayedRuns()),
    }),
    logger: silentLogger,
    limits: { ...DEFAULT_HTTP_LIMITS, slowReaderBytes: SLOW_BYTES },
  });
  hub.start();
});
afterEach(() => hub.stop());

function open({ id, stalled = false }: { id?: string; stalled?: boolean } = {}): PlayedResponse {
  const response = new PlayedResponse();
  response.isStalled = stalled;
  const headers = id === undefined ? {} : { 'last-event-id': id };
  hub.open({ method: 'GET', headers } as unknown as IncomingMessage, response.asResponse);
  return response;
}

const attach = (serial: string): void => bench.driver.events.emit('attached', describePth(serial));

function measure(serial: string, magnitude: number): void {
  const samples = [{ channel: 'temperature', magnitude }];
  bench.driver.events.emit('readings', { family: 'usb', serial, at: bench.clock.now(), samples });
}

/** What happened in a turn of the event loop is told at its end. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Readings of a device until a reader that takes nothing is behind by at least one. */
async function outrun(serial: string): Promise<number> {
  for (let magnitude = 1; magnitude < 1000; magnitude += 1) {
    measure(serial, magnitude);
    await turn();
    if (hub.coalescedTotal > 0) return magnitude;
  }
  throw new Error('Nothing was left out.');
}

describe('a reader that connects in the same turn as an event', () => {
  test('receives it once, in the initial state', async () => {
    open();
    attach('E1');
    measure('E1', 20);
    const fresh = open();
    await turn();
    expect(fresh.count(DEVICE)).toBe(1);
    expect(fresh.count('event: readings\n')).toBe(0);
    measure('E1', 21);
    await turn();
    expect(fresh.count('event: readings\n')).toBe(1);
  });

  test('receives it once after a reconnect', async () => {
    const first = open();
    attach('E1');
    await turn();
    measure('E1', 20);
    const back = open({ id: first.lastId });
    await turn();
    expect(back.count('event: readings\n')).toBe(1);
    expect(back.lastSequence).toBe(first.lastSequence);
  });

  test('receives the latest user settings', async () => {
    attach('E1');
    open();
    await settings.patch({ family: 'usb', serial: 'E1' }, { alias: 'Cellar' });
    expect(open().text).toContain('"alias":"Cellar"');
  });
});

describe('the event ID of a slow reader', () => {
  test('never exceeds a pending event', async () => {
    attach('E1');
    const slow = open();
    slow.isStalled = true;
    await outrun('E1');
    measure('E1', 0.5);
    slow.drain();
    expect(slow.text).not.toContain('0.5');
    const before = slow.lastSequence;
    await turn();
    expect(slow.text).toContain('0.5');
    expect(slow.lastSequence).toBeGreaterThan(before);
  });

  test('stays at 0 until the initial state is complete', () => {
    for (const serial of ['E1', 'E2', 'E3', 'E4', 'E5', 'E6']) attach(serial);
    const slow = open({ stalled: true });
    expect(slow.count(DEVICE)).toBeLessThan(6);
    expect(slow.lastSequence).toBe(0);
    slow.drain();
    expect(slow.count(DEVICE)).toBe(6);
    expect(slow.lastSequence).toBeGreaterThan(0);
  });
});

describe('a reader that does not read the initial state', () => {
  test('has no texts of dashboards made that it does not read yet', () => {
    const asked = new Set<string>();
    for (const id of ['d1', 'd2', 'd3', 'd4', 'd5']) {
      const tile = { id: 't1', kind: 'text' as const, x: 0, y: 0, w: 1, h: 1, title: '', text: 'x'.repeat(SLOW_BYTES) };
      const dashboard = { name: id, tiles: [tile] };
      dashboards.put({
        id,
        get dashboard() {
          asked.add(id);
          return dashboard;
        },
      });
    }
    const slow = open({ stalled: true });
    expect(asked.size).toBeLessThan(4);
    slow.drain();
    expect([slow.count('"kind":"dashboard"'), asked.size]).toEqual([5, 5]);
  });

  test('receives the latest of the missed events later, and the rest is counted', async () => {
    attach('E1');
    const first = open();
    const id = first.lastId;
    for (let magnitude = 1; magnitude <= 100; magnitude += 1) measure('E1', magnitude);
    await turn();
    const told = first.count('"magnitude":');
    const back = open({ id, stalled: true });
    expect(hub.coalescedTotal).toBeGreaterThan(0);
    back.drain();
    expect(back.text).toContain('"magnitude":100,');
    expect(back.lastSequence).toBe(first.lastSequence);
    // The device's own event tells magnitudes too: to both alike.
    expect(back.count('"magnitude":') + hub.coalescedTotal).toBe(told);
  });

  test('starts over if too much is pending', async () => {
    attach('E1');
    const slow = open();
    slow.isStalled = true;
    await outrun('E1');
    for (let subject = 0; subject <= 20_000; subject += 1) {
      const problem = { code: 'port-busy', subject: String(subject), text: '', remedy: '' } as const;
      bench.registry.raise(problem);
      bench.registry.clear(problem);
    }
    await turn();
    const before = slow.text.length;
    slow.drain();
    const anew = slow.text.slice(before);
    expect(anew.startsWith('id: ')).toBe(true);
    expect(anew.indexOf('event: reset\n')).toBeLessThan(anew.indexOf(DEVICE));
    expect(anew).not.toContain('"kind":"problem"');
    measure('E1', 0.5);
    await turn();
    expect(slow.text).toContain('0.5');
  });

  test('is no longer counted after it disconnects', async () => {
    attach('E1');
    const slow = open();
    slow.isStalled = true;
    await outrun('E1');
    slow.destroy();
    const before = hub.coalescedTotal;
    open();
    measure('E1', 1);
    measure('E1', 2);
    await turn();
    expect(hub.coalescedTotal).toBe(before);
  });
});

test('a stopped hub ends its streams and creates no events', async () => {
  const reader = open();
  const asked = vi.spyOn(settings, 'get');
  hub.stop();
  expect(reader.destroyed).toBe(true);
  attach('E1');
  await turn();
  expect(asked).not.toHaveBeenCalled();
});
