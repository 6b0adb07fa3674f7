import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClientStore } from '../../../renderer/data/mqtt/client-store.ts';
import type { StreamEvent } from '../../../renderer/data/stream/messages.ts';
import { MAX_MQTT_CLIENTS, type MqttClientView } from '../../../service/contract/index.ts';
import { clientView } from '../../support/views/clients.ts';
import { appDevice } from '../../support/views/devices.ts';

const lab = clientView({ identifier: 'lab', name: 'b 10' });
const roof = clientView({ identifier: 'roof', name: 'b 9' });

const said = (client: MqttClientView): StreamEvent => ({
  name: 'client',
  data: { identifier: client.identifier, client },
});
const removed = (identifier: string): StreamEvent => ({ name: 'client', data: { identifier, client: null } });
const RESET: StreamEvent = { name: 'reset', data: {} };

describe('ClientStore', () => {
  let store: ClientStore;

  beforeEach(() => {
    vi.useFakeTimers();
    store = new ClientStore({ nextFrame: (run) => run() });
    store.load([lab, roof]);
  });

  afterEach(() => vi.useRealTimers());

  const publish = (): void => void vi.advanceTimersByTime(1000);
  const names = (): string[] => store.list.get().map(({ name }) => name);

  test('lists the clients by name, numbers as numbers', () => {
    expect(names()).toEqual(['b 9', 'b 10']);
  });

  test('shows many events in one publication', () => {
    const heard = vi.fn<() => void>();
    store.list.subscribe(heard);
    for (let published = 1; published <= 20; published += 1) {
      store.take([said(clientView({ identifier: 'lab', status: { published } }))]);
    }
    expect(heard).not.toHaveBeenCalled();
    publish();
    expect(heard).toHaveBeenCalledTimes(1);
    expect(store.known.get().get('lab')?.view.status.published).toBe(20);
  });

  test('is not woken by what devices do', () => {
    const before = store.list.get();
    store.take([{ name: 'device', data: appDevice({ serial: 'E1' }) }]);
    publish();
    expect(store.list.get()).toBe(before);
  });

  test('remembers a client that was removed, and takes it back', () => {
    store.take([removed('lab'), removed('never-known')]);
    publish();
    expect(names()).toEqual(['b 9']);
    expect(store.known.get().get('lab')).toEqual({ view: lab, gone: true });
    store.take([said(lab)]);
    publish();
    expect(names()).toEqual(['b 9', 'b 10']);
    expect(store.known.get().get('lab')?.gone).toBe(false);
  });

  test('after a reset holds what the stream says afresh', () => {
    store.take([RESET, said(roof)]);
    publish();
    expect(names()).toEqual(['b 9']);
    expect(store.known.get().get('lab')?.gone).toBe(true);
  });

  test('remembers of very many removed ones as many as there may be', () => {
    for (let number = 0; number < MAX_MQTT_CLIENTS + 30; number += 1) {
      const client = clientView({ identifier: `c${number}` });
      store.take([said(client), removed(client.identifier)]);
    }
    publish();
    expect(store.known.get().size).toBe(MAX_MQTT_CLIENTS + 2);
    expect(store.known.get().has('c29')).toBe(false);
    expect(store.known.get().has('c30')).toBe(true);
  });

  test('after a reset forgets none of those that are told anew, however many and in however many pieces', () => {
    const all = Array.from({ length: MAX_MQTT_CLIENTS }, (_, index) => clientView({ identifier: `c${index}` }));
    store.load(all);
    for (const piece of [[RESET], all.slice(0, 3).map(said)]) {
      store.take(piece);
      publish();
      expect(all.filter(({ identifier }) => !store.known.get().has(identifier))).toEqual([]);
    }
    expect(store.list.get()).toHaveLength(3);
  });

  test('an answer of the service shows at once, but for a state that the stream knows better', () => {
    const since = (second: number): string => `2026-11-20T14:45:0${second}.000Z`;
    store.take([said(clientView({ identifier: 'lab', status: { state: 'online', since: since(2) } }))]);
    store.accept(clientView({ identifier: 'lab', keep_alive: 5, status: { state: 'connecting', since: since(1) } }));
    const known = store.known.get().get('lab')?.view;
    expect(known).toMatchObject({ keep_alive: 5, status: { state: 'online' } });
    store.accept(clientView({ identifier: 'new' }));
    expect(store.known.get().has('new')).toBe(true);
    store.acceptRemoval('new');
    expect(store.known.get().get('new')?.gone).toBe(true);
  });
});
