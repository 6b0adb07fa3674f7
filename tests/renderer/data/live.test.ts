/** What a window makes of the messages of its stream, beyond what each store does with them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Live, startLive } from '../../../renderer/data/live.ts';
import type { ToWindow } from '../../../renderer/data/stream/messages.ts';
import {
  type AlarmRuleInput,
  type AppStatus,
  type StreamEvent,
  settingsSchema,
} from '../../../service/contract/index.ts';
import { ALARM } from '../../support/alarm.ts';
import { clientView } from '../../support/views/clients.ts';
import { appDevice, readings } from '../../support/views/devices.ts';
import { changed, RESET } from '../../support/views/entities.ts';
import { gatewayView } from '../../support/views/gateways.ts';

const NOW = Date.parse('2026-11-20T14:45:12.318Z');
const HOUR_MS = 3_600_000;

let live: Live;
let tell: (message: ToWindow) => void;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run());
  live = startLive((onMessage) => {
    tell = onMessage;
    return { retry: () => undefined, stop: () => undefined };
  });
});

afterEach(() => {
  live.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const statusAt = (at: number): AppStatus => ({ time: new Date(at).toISOString() }) as AppStatus;

const snapshot = (events: StreamEvent[], status: AppStatus | null = null): ToWindow => ({
  kind: 'snapshot',
  events: [RESET, ...events],
  connection: { state: 'live', since: NOW },
  status,
});

test('the time of the service is what its status says', () => {
  tell(snapshot([], statusAt(NOW + HOUR_MS)));
  expect(live.clock.offset).toBe(HOUR_MS);
  tell({ kind: 'status', status: statusAt(NOW + 2 * HOUR_MS) });
  expect(live.clock.offset).toBe(2 * HOUR_MS);
  tell({ kind: 'status', status: null });
  expect(live.clock.offset).toBe(2 * HOUR_MS);
});

test('readings that another Mensura stamped do not move the time', () => {
  const far = appDevice({ serial: 'E1', node: 1, gateway: 'MS0123456789' });
  tell(snapshot([changed('device', far)], statusAt(NOW)));
  tell({
    kind: 'events',
    events: [{ name: 'readings', data: readings(far, { temperature: 1 }, NOW + 24 * HOUR_MS) }],
  });
  expect(live.clock.offset).toBe(0);
});

test('each event reaches the store of what it is about', () => {
  tell(snapshot([]));
  const client = clientView({ identifier: 'lab' });
  const view = {
    id: ALARM.rule,
    rule: { serial: 'E1', channel: 'temperature' } as AlarmRuleInput,
    snoozed: null,
    watching: true,
  };
  const gateway = gatewayView({ id: 'g1' });
  const problem = { code: 'port-busy', subject: 'COM3', text: '', remedy: '', since: '' };
  const settings = settingsSchema.parse({ history_raw_days: 12 });
  tell({
    kind: 'events',
    events: [
      changed('device', appDevice({ serial: 'E1' })),
      changed('problem', problem),
      changed('mqtt-client', client),
      changed('gateway', gateway),
      changed('alarm', ALARM),
      changed('alarm-rule', view),
      changed('settings', settings),
    ],
  });
  tell({ kind: 'connection', connection: { state: 'live', since: NOW } });
  expect(live.devices.list.get()).toHaveLength(1);
  expect(live.problems.list.get()).toEqual([problem]);
  expect(live.clients.list.get()).toEqual([client]);
  expect(live.gateways.list.get()).toEqual([gateway]);
  expect(live.alarms.list.get()).toEqual([ALARM]);
  expect(live.rules.list.get()).toEqual([view]);
  expect(live.settings.all.get()).toEqual(settings);
});
