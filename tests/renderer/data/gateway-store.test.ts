import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GatewayStore } from '../../../renderer/data/gateways/gateway-store.ts';
import type { StreamEvent } from '../../../renderer/data/stream/messages.ts';
import { StreamSnapshot } from '../../../renderer/data/stream/mirror.ts';
import { clientView } from '../../support/views/clients.ts';
import { gatewayView } from '../../support/views/gateways.ts';

const hall = gatewayView({ id: 'g2', config: { name: 'Hall 10' } });
const roof = gatewayView({ id: 'g1', config: { name: 'Hall 9' } });
const lab = clientView({ identifier: 'g1' });

const SAID: readonly StreamEvent[] = [
  { name: 'reset', data: {} },
  { name: 'gateway', data: { id: 'g2', gateway: hall } },
  // A client of the same identifier is another thing.
  { name: 'client', data: { identifier: 'g1', client: lab } },
  { name: 'gateway', data: { id: 'g1', gateway: roof } },
  { name: 'client', data: { identifier: 'g2', client: null } },
];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('takes what is said of gateways alone, and lists them by name', () => {
  const store = new GatewayStore({ nextFrame: (run) => run() });
  store.take(SAID);
  vi.advanceTimersByTime(1000);
  expect(store.list.get()).toEqual([roof, hall]);
  store.take([{ name: 'gateway', data: { id: 'g2', gateway: null } }]);
  vi.advanceTimersByTime(1000);
  expect(store.list.get()).toEqual([roof]);
  expect(store.known.get().get('g2')).toEqual({ view: hall, gone: true });
});

test('a window that joins later is told of them', () => {
  const mirror = new StreamSnapshot();
  for (const event of SAID) mirror.apply(event);
  expect(mirror.gateways).toEqual([hall, roof]);
  mirror.apply({ name: 'gateway', data: { id: 'g2', gateway: null } });
  expect(mirror.gateways).toEqual([roof]);
  mirror.apply({ name: 'reset', data: {} });
  expect(mirror.gateways).toEqual([]);
});
