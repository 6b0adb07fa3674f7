import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEventStream } from '../../../renderer/data/stream/event-stream.ts';
import { StreamHub } from '../../../renderer/data/stream/hub.ts';
import type { Snapshot, ToWindow } from '../../../renderer/data/stream/messages.ts';
import { StreamSnapshot } from '../../../renderer/data/stream/mirror.ts';
import { settingsSchema } from '../../../service/contract/index.ts';
import { ALARM } from '../../support/alarm.ts';
import { clientView } from '../../support/views/clients.ts';
import { appDevice, readings } from '../../support/views/devices.ts';

/** A bound for busy machines, not an expectation. */
const PATIENCE = { timeout: 20_000 };

/** One opened event stream, as the service's side of it. */
interface OpenStream {
  lastEventId: string | null;
  /** Ends it from the window's side. */
  signal: AbortSignal | null | undefined;
  send(id: number, event: string, data: unknown): void;
  /** Ends what a stream begins with. */
  sendSettings(): void;
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
      const send: OpenStream['send'] = (id, event, data) =>
        controller.enqueue(new TextEncoder().encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      streams.push({
        lastEventId: new Headers(init.headers).get('Last-Event-ID'),
        signal: init.signal,
        send,
        sendSettings: () => send(99, 'settings', settingsSchema.parse({})),
        end: () => controller.close(),
      });
      return Promise.resolve(new Response(body));
    });
    hub = new StreamHub('http://127.0.0.1:1');
  });

  afterEach(() => vi.unstubAllGlobals());

  /** A window that remembers what it was told. */
  function openWindow(): { heard: ToWindow[]; snapshot(): Snapshot; states(): string[]; close(): void } {
    const heard: ToWindow[] = [];
    const hear = (message: ToWindow): void => void heard.push(message);
    hub.attach(hear);
    return {
      heard,
      snapshot: () => {
        const [first] = heard;
        if (first?.kind !== 'snapshot') throw new Error('The first message is no snapshot.');
        return first.snapshot;
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
      opened.send(1, 'device', appDevice({ serial }));
      await vi.waitFor(() => expect(JSON.stringify(window.heard)).toContain(`"${serial}"`), PATIENCE);
    }
    expect(window.states()).toEqual([]);
    opened.sendSettings();
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
    (await stream(1)).sendSettings();
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
    opened.send(1, 'device', device);
    opened.send(2, 'readings', readings(device, { temperature: 42 }));
    opened.sendSettings();
    await vi.waitFor(() => expect(first.states()).toEqual(['live']), PATIENCE);

    const second = openWindow();
    expect(second.snapshot().connection.state).toBe('live');
    expect(second.snapshot().devices[0]?.device.channels['temperature']?.value?.magnitude).toBe(42);
    expect(streams).toHaveLength(1);
    first.close();
    second.close();
  });

  test('MQTT clients are told to windows at once, and to those that join later', async () => {
    const first = openWindow();
    const opened = await stream(1);
    const lab = clientView({ identifier: 'lab' });
    opened.send(1, 'client', { identifier: 'lab', client: clientView({ identifier: 'lab', name: 'old' }) });
    opened.send(2, 'client', { identifier: 'roof', client: clientView({ identifier: 'roof' }) });
    opened.send(3, 'client', { identifier: 'lab', client: lab });
    opened.send(4, 'client', { identifier: 'roof', client: null });
    opened.sendSettings();
    await vi.waitFor(() => expect(first.states()).toEqual(['live']), PATIENCE);
    const told = first.heard.flatMap((message) => (message.kind === 'events' ? message.events : []));
    expect(told.findLast(({ name }) => name === 'client')).toEqual({
      name: 'client',
      data: { identifier: 'roof', client: null },
    });

    const second = openWindow();
    expect(second.snapshot().clients).toEqual([lab]);
    first.close();
    second.close();
  });

  test('a window that joins later is told what stands of alarms and problems, and nothing that is over', async () => {
    const first = openWindow();
    const opened = await stream(1);
    const problem = { code: 'port-busy', subject: '/dev/ttyS0', text: '', remedy: '', since: ALARM.since };
    opened.send(1, 'alarm', { id: ALARM.id, alarm: ALARM });
    opened.send(2, 'alarm', { id: 'over', alarm: { ...ALARM, id: 'over' } });
    opened.send(3, 'alarm', { id: 'over', alarm: null });
    opened.send(4, 'notice', { active: true, problem });
    opened.send(5, 'notice', { active: true, problem: { ...problem, subject: 'over' } });
    opened.send(6, 'notice', { active: false, problem: { ...problem, subject: 'over' } });
    opened.sendSettings();
    await vi.waitFor(() => expect(first.states()).toEqual(['live']), PATIENCE);
    const second = openWindow();
    expect(second.snapshot()).toMatchObject({ alarms: [ALARM], problems: [problem] });
    expect([second.snapshot().alarms.length, second.snapshot().problems.length]).toEqual([1, 1]);
    first.close();
    second.close();
  });

  test('says that the service is away, and resumes after the last event it had', async () => {
    const window = openWindow();
    const opened = await stream(1);
    opened.sendSettings();
    opened.send(17, 'device', appDevice({ serial: 'E1' }));
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
    await vi.waitFor(
      () => expect(window.heard).toContainEqual({ kind: 'events', events: [{ name: 'reset', data: {} }] }),
      PATIENCE,
    );
    expect(window.states()).toEqual([]);
    opened.sendSettings();
    await vi.waitFor(() => expect(window.states()).toEqual(['live']), PATIENCE);
    window.close();
  });

  test('the last window that leaves ends everything, and the next one starts afresh', async () => {
    const first = openWindow();
    const opened = await stream(1);
    opened.send(1, 'device', appDevice({ serial: 'E1' }));
    opened.sendSettings();
    await vi.waitFor(() => expect(first.states()).toEqual(['live']), PATIENCE);
    first.close();
    expect(opened.signal?.aborted).toBe(true);
    const second = openWindow();
    expect(second.snapshot()).toMatchObject({ devices: [], connection: { state: 'connecting' } });
    expect((await stream(2)).lastEventId).toBeNull();
    second.close();
  });
});

test('readings that came before a device was told anew change nothing of it', () => {
  const mirror = new StreamSnapshot();
  const device = appDevice({ serial: 'E1' });
  mirror.apply({ name: 'device', data: device });
  mirror.apply({ name: 'readings', data: readings(device, { temperature: 42 }) });
  const anew = appDevice({ serial: 'E1', alias: 'Cellar' });
  mirror.apply({ name: 'device', data: anew });
  expect(mirror.settle()).toEqual([]);
  expect([...mirror.devices.values()]).toEqual([anew]);
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
