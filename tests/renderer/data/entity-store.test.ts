import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EntityStore } from '../../../renderer/data/stream/entity-store.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import { MAX_MQTT_CLIENTS, type StreamEvent } from '../../../service/contract/index.ts';
import { clientView } from '../../support/views/clients.ts';
import { appDevice } from '../../support/views/devices.ts';
import { changed, RESET, removed } from '../../support/views/entities.ts';
import { gatewayView } from '../../support/views/gateways.ts';

/** Time between two publications. */
const PUBLISH_MS = 200;

const lab = clientView({ identifier: 'lab', name: 'b 10' });
const roof = clientView({ identifier: 'roof', name: 'b 9' });

describe('EntityStore', () => {
  let mirror: EntityMirror;
  let store: EntityStore<'mqtt-client'>;

  beforeEach(() => {
    vi.useFakeTimers();
    mirror = new EntityMirror();
    store = new EntityStore(mirror, 'mqtt-client', {
      nameOf: ({ name }) => name,
      maxRemoved: MAX_MQTT_CLIENTS,
      nextFrame: (run) => run(),
    });
    take([changed('mqtt-client', lab), changed('mqtt-client', roof)]);
    vi.advanceTimersByTime(PUBLISH_MS);
  });

  afterEach(() => vi.useRealTimers());

  const take = (events: readonly StreamEvent[]): void => {
    for (const event of events) mirror.apply(event);
  };
  const publish = (): void => void vi.advanceTimersByTime(1000);
  const names = (): string[] => store.list.get().map(({ name }) => name);

  test('lists the clients by name, numbers as numbers', () => {
    expect(names()).toEqual(['b 9', 'b 10']);
  });

  test('shows many events in one publication', () => {
    const heard = vi.fn<() => void>();
    store.list.subscribe(heard);
    for (let published = 1; published <= 20; published += 1) {
      take([changed('mqtt-client', clientView({ identifier: 'lab', status: { published } }))]);
    }
    expect(heard).not.toHaveBeenCalled();
    publish();
    expect(heard).toHaveBeenCalledTimes(1);
    expect(store.known.get().get('lab')?.view.status.published).toBe(20);
  });

  test('is not woken by other kinds, also of the same key', () => {
    const before = store.list.get();
    take([changed('device', appDevice({ serial: 'E1' })), changed('gateway', gatewayView({ id: 'lab' }))]);
    take([removed('gateway', 'lab')]);
    publish();
    expect(store.list.get()).toBe(before);
  });

  test('remembers a client that was removed, and takes it back', () => {
    take([removed('mqtt-client', 'lab'), removed('mqtt-client', 'never-known')]);
    publish();
    expect(names()).toEqual(['b 9']);
    expect(store.known.get().get('lab')).toEqual({ view: lab, gone: true });
    take([changed('mqtt-client', lab)]);
    publish();
    expect(names()).toEqual(['b 9', 'b 10']);
    expect(store.known.get().get('lab')?.gone).toBe(false);
  });

  test('after a reset holds what the stream says afresh', () => {
    take([RESET, changed('mqtt-client', roof)]);
    publish();
    expect(names()).toEqual(['b 9']);
    expect(store.known.get().get('lab')?.gone).toBe(true);
  });

  test('remembers of very many removed ones as many as there may be', () => {
    for (let number = 0; number < MAX_MQTT_CLIENTS + 30; number += 1) {
      const client = clientView({ identifier: `c${number}` });
      take([changed('mqtt-client', client), removed('mqtt-client', client.identifier)]);
    }
    publish();
    expect(store.known.get().size).toBe(MAX_MQTT_CLIENTS + 2);
    expect(store.known.get().has('c29')).toBe(false);
    expect(store.known.get().has('c30')).toBe(true);
  });

  test('after a reset forgets none of those that are told anew, however many and in however many pieces', () => {
    const all = Array.from({ length: MAX_MQTT_CLIENTS }, (_, index) => clientView({ identifier: `c${index}` }));
    const told = all.map((client) => changed('mqtt-client', client));
    take([RESET, ...told]);
    publish();
    for (const piece of [[RESET], told.slice(0, 3)]) {
      take(piece);
      publish();
      expect(all.filter(({ identifier }) => !store.known.get().has(identifier))).toEqual([]);
    }
    expect(store.list.get()).toHaveLength(3);
  });

  test('an answer of the service shows at once, but for a state that the stream knows better', () => {
    const since = (second: number): string => `2026-11-20T14:45:0${second}.000Z`;
    take([changed('mqtt-client', clientView({ identifier: 'lab', status: { state: 'online', since: since(2) } }))]);
    store.accept(clientView({ identifier: 'lab', keep_alive: 5, status: { state: 'connecting', since: since(1) } }));
    const known = store.known.get().get('lab')?.view;
    expect(known).toMatchObject({ keep_alive: 5, status: { state: 'online' } });
    store.accept(clientView({ identifier: 'new' }));
    expect(store.known.get().has('new')).toBe(true);
    store.acceptRemoval('new');
    expect(store.known.get().get('new')?.gone).toBe(true);
  });

  test('lists entities without a name in the order in which they were added', () => {
    const problems = new EntityStore(mirror, 'problem', { nextFrame: (run) => run() });
    const problem = { code: 'port-busy', subject: 'COM9', text: '', remedy: '', since: '' };
    take([changed('problem', problem), changed('problem', { ...problem, subject: 'COM10' })]);
    take([changed('problem', { ...problem, text: 'Held.' })]);
    publish();
    expect(problems.list.get().map(({ subject, text }) => subject + text)).toEqual(['COM9Held.', 'COM10']);
    take([removed('problem', 'port-busy COM9')]);
    publish();
    expect([...problems.known.get().keys()]).toEqual(['port-busy COM10']);
  });
});
