import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEventStream } from '../../../renderer/data/stream/event-stream.ts';
import { StreamHub } from '../../../renderer/data/stream/hub.ts';
import type { ToWindow } from '../../../renderer/data/stream/messages.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import type { StreamEvent } from '../../../service/contract/index.ts';
import { ALARM } from '../../support/alarm.ts';
import { clientView } from '../../support/views/clients.ts';
import { appDevice, readings } from '../../support/views/devices.ts';
import { changed, RESET, removed } from '../../support/views/entities.ts';

/** A bound for busy machines, not an expectation. */
const PATIENCE = { timeout: 20_000 };

type Snapshot = Extract<ToWindow, { kind: 'snapshot' }>;

/** One opened event stream, as the service's side of it. */
interface OpenStream {
  lastEventId: string | null;
  /** Ends it from the window's side. */
  signal: AbortSignal | null | undefined;
  send(id: number, event: StreamEvent): void;
  /** Ends what a stream begins with. */
  sendReady(): void;
  end(): void;
}

describe('StreamHub', () => {
  const streams: OpenStream[] = [];
  let reachable = true;
  let tellsStatus = true;
  let hub: StreamHub;

  beforeEach(() => {
    streams.length = 0;
    reachable = true;
    tellsStatus = true;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (!reachable) return Promise.reject(new TypeError('Failed to fetch'));
      if (url.endsWith('/status') && !tellsStatus) return Promise.reject(new DOMException('Late', 'TimeoutError'));
      if (url.endsWith('/status')) return Promise.resolve(Response.json({ streams: streams.length }));
      let controller: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
      const send: OpenStream['send'] = (id, { name: event, data }) =>
        controller.enqueue(new TextEncoder().encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      streams.push({
        lastEventId: new Headers(init.headers).get('Last-Event-ID'),
        signal: init.signal,
        send,
        sendReady: () => send(99, { name: 'ready', data: {} }),
        end: () => controller.close(),
      });
      return Promise.resolve(new Response(body));
    });
    hub = new StreamHub('http://127.0.0.1:1');
  });

  afterEach(() => vi.unstubAllGlobals());

  /** A window that remembers what it was told. */
  function openWindow(): {
    heard: ToWindow[];
    snapshot(): Snapshot;
    mirror(): EntityMirror;
    states(): string[];
    close(): void;
  } {
    const heard: ToWindow[] = [];
    const hear = (message: ToWindow): void => void heard.push(message);
    hub.attach(hear);
    return {
      heard,
      snapshot: () => {
        const [first] = heard;
        if (first?.kind !== 'snapshot') throw new Error('The first message is no snapshot.');
        return first;
      },
      mirror: () => {
        const mirror = new EntityMirror();
        for (const message of heard) {
          if (message.kind === 'snapshot' || message.kind === 'events')
            for (const event of message.events) mirror.apply(event);
        }
        mirror.settle();
        return mirror;
      },
      states: () => heard.flatMap((message) => (message.kind === 'connection' ? [message.connection.state] : [])),
      close: () => hub.detach(hear),
    };
  }

  async function stream(count: number): Promise<OpenStream> {
    await vi.waitFor(() => expect(streams.length).toBe(count), { timeout: 30_000 });
    const opened = streams[count - 1];
    if (!opened) throw new Error(`There is no stream ${count}.`);
    return opened;
  }

  test('is live only with everything that the stream begins with, however it is cut into pieces', async () => {
    const window = openWindow();
    expect(window.snapshot().connection.state).toBe('connecting');
    const opened = await stream(1);
    for (const serial of ['E1', 'E2']) {
      opened.send(1, changed('device', appDevice({ serial })));
      await vi.waitFor(() => expect(JSON.stringify(window.heard)).toContain(`"${serial}"`), PATIENCE);
    }
    expect(window.states()).toEqual([]);
    opened.sendReady();
    await vi.waitFor(() => expect(window.states()).toEqual(['live']), PATIENCE);
    expect(window.heard.map(({ kind }) => kind).filter((kind) => kind !== 'status')).toEqual([
      'snapshot',
      'events',
      'events',
      'events',
      'connection',
    ]);
    window.close();
  });

  test('a status that is late leaves the last one standing while the stream is live', async () => {
    const window = openWindow();
    (await stream(1)).sendReady();
    const told = (): unknown[] =>
      window.heard.flatMap((message) => (message.kind === 'status' ? [message.status] : []));
    await vi.waitFor(() => expect(told().at(-1)).toEqual({ streams: 1 }), PATIENCE);
    tellsStatus = false;
    const before = told().length;
    await vi.waitFor(() => expect(told().length).toBeGreaterThan(before), PATIENCE);
    expect(told().slice(before)).toEqual([{ streams: 1 }]);
    window.close();
  });

  test('a window that joins later gets the present state, over the same stream', async () => {
    const first = openWindow();
    const opened = await stream(1);
    const device = appDevice({ serial: 'E1' });
    opened.send(1, changed('device', device));
    opened.send(2, { name: 'readings', data: readings(device, { temperature: 42 }) });
    opened.sendReady();
    await vi.waitFor(() => expect(first.states()).toEqual(['live']), PATIENCE);

    const second = openWindow();
    expect(second.snapshot().connection.state).toBe('live');
    expect(second.mirror().get('device', 'usb/E1')?.device.channels['temperature']?.value?.magnitude).toBe(42);
    expect(streams).toHaveLength(1);
    first.close();
    second.close();
  });

  test('MQTT clients are told to windows at once, and to those that join later', async () => {
    const first = openWindow();
    const opened = await stream(1);
    const lab = clientView({ identifier: 'lab' });
    opened.send(1, changed('mqtt-client', clientView({ identifier: 'lab', name: 'old' })));
    opened.send(2, changed('mqtt-client', clientView({ identifier: 'roof' })));
    opened.send(3, changed('mqtt-client', lab));
    opened.send(4, removed('mqtt-client', 'roof'));
    opened.sendReady();
    await vi.waitFor(() => expect(first.states()).toEqual(['live']), PATIENCE);
    const told = first.heard.flatMap((message) => (message.kind === 'events' ? message.events : []));
    expect(told.findLast(({ name }) => name === 'entity')).toEqual(removed('mqtt-client', 'roof'));

    const second = openWindow();
    expect(second.snapshot().events).toEqual([RESET, changed('mqtt-client', lab)]);
    first.close();
    second.close();
  });

  test('a window that joins later is told what stands of alarms and problems, and nothing that is over', async () => {
    const first = openWindow();
    const opened = await stream(1);
    const problem = { code: 'port-busy', subject: '/dev/ttyS0', text: '', remedy: '', since: ALARM.since };
    opened.send(1, changed('alarm', ALARM));
    opened.send(2, changed('alarm', { ...ALARM, id: 'over' }));
    opened.send(3, removed('alarm', 'over'));
    opened.send(4, changed('problem', problem));
    opened.send(5, changed('problem', { ...problem, subject: 'over' }));
    opened.send(6, removed('problem', 'port-busy over'));
    opened.sendReady();
    await vi.waitFor(() => expect(first.states()).toEqual(['live']), PATIENCE);
    const second = openWindow();
    expect(second.snapshot().events).toEqual([RESET, changed('alarm', ALARM), changed('problem', problem)]);
    first.close();
    second.close();
  });

  test('says that the service is away, and resumes after the last event it had', async () => {
    const window = openWindow();
    const opened = await stream(1);
    opened.sendReady();
    opened.send(17, changed('device', appDevice({ serial: 'E1' })));
    await vi.waitFor(() => expect(window.states()).toEqual(['live']), PATIENCE);
    reachable = false;
    opened.end();
    await vi.waitFor(() => expect(window.states()).toEqual(['live', 'unreachable', 'unreachable']), {
      timeout: 30_000,
    });
    const away = window.heard.flatMap((message) =>
      message.kind === 'connection' && message.connection.state === 'unreachable' ? [message.connection.since] : [],
    );
    expect(new Set(away).size).toBe(1);
    reachable = true;
    hub.retry();
    expect((await stream(2)).lastEventId).toBe('17');
    await vi.waitFor(() => expect(window.states().at(-1)).toBe('live'), PATIENCE);
    window.close();
  });

  test('a stream that it cannot resume is begun afresh', async () => {
    const window = openWindow();
    const opened = await stream(1);
    expect(opened.lastEventId).toBeNull();
    await vi.waitFor(() => expect(window.heard).toContainEqual({ kind: 'events', events: [RESET] }), PATIENCE);
    expect(window.states()).toEqual([]);
    opened.sendReady();
    await vi.waitFor(() => expect(window.states()).toEqual(['live']), PATIENCE);
    window.close();
  });

  test('the last window that leaves ends everything, and the next one starts afresh', async () => {
    const first = openWindow();
    const opened = await stream(1);
    opened.send(1, changed('device', appDevice({ serial: 'E1' })));
    opened.sendReady();
    await vi.waitFor(() => expect(first.states()).toEqual(['live']), PATIENCE);
    first.close();
    expect(opened.signal?.aborted).toBe(true);
    const second = openWindow();
    expect(second.snapshot()).toMatchObject({ events: [RESET], connection: { state: 'connecting' } });
    expect((await stream(2)).lastEventId).toBeNull();
    second.close();
  });
});

test('a stream without a byte for 45 s has ended', async () => {
  vi.useFakeTimers();
  let send: (text: string) => void = () => {};
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  let failure = '';
  const { signal } = new AbortController();
  const options = { url: 'http://127.0.0.1:1', lastEventId: '', signal, onOpen: () => {}, onEvent: () => {} };
  const ended = readEventStream(options).catch((error: Error) => (failure = error.message));
  await vi.advanceTimersByTimeAsync(44_000);
  send(':\n\n');
  await vi.advanceTimersByTimeAsync(44_000);
  expect(failure).toBe('');
  await vi.advanceTimersByTimeAsync(1000);
  expect(failure).toBe('The service stopped responding.');
  await ended;
});
