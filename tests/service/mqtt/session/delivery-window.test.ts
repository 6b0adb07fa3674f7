/** What is taken, when, and what becomes of it, over played connections. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientConfig, ListSource, numbered } from '../../../support/mqtt/session.ts';
import { LOST, type PlayedConnection, type PlayedSession, pass, playSession } from './support.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function online(
  input: Parameters<typeof clientConfig>[0] = {},
  options: Parameters<typeof playSession>[1] = {},
  grant = {},
): PlayedSession {
  const played = playSession(clientConfig(input), options);
  played.session.start();
  played.connection().accept(grant);
  return played;
}

const payloads = ({ connections }: PlayedSession): string[] =>
  connections.flatMap(({ published }) => published.map(({ message }) => message.payload));

describe('taking', () => {
  test('never more on their way than the limit, or than the broker grants', async () => {
    const limited = online({}, { limits: { inFlight: 10, batch: 3 } });
    limited.source.push(...numbered(100));
    await pass(10);
    expect(limited.source.taken).toBe(10);
    limited.connection().confirm(limited.connection().published[0]?.id ?? 0);
    await pass(10);
    expect(limited.source.takes).toBe(11);
    const granted = online({ protocol_version: 5 }, {}, { receiveMaximum: 4 });
    granted.source.push(...numbered(100));
    await pass(10);
    expect(granted.source.taken).toBe(4);
  });

  test.each([
    [1, 4, true, 500],
    [2, 4, true, 20],
    [2, 3, false, 20],
    [2, 5, false, 100],
    [2, 5, true, 500],
  ] as const)(
    'QoS %i, MQTT version %i, clean session %s: %i on their way',
    async (qos, protocol_version, clean_session, count) => {
      const played = online({ protocol_version, clean_session, advanced: { qos } });
      played.source.push(...numbered(1000, { qos }));
      await pass(100);
      expect(played.source.taken).toBe(count);
    },
  );

  test('nothing while the socket is full', async () => {
    const played = online({}, { limits: { batch: 5 } });
    played.source.push(...numbered(3, { qos: 0 }));
    await pass(10);
    played.connection().full = true;
    played.source.push(...numbered(10, { qos: 0 }));
    await pass(10);
    expect(played.source.takes).toBe(3);
    played.connection().full = false;
    played.connection().options.onDrain();
    await pass(10);
    expect(played.source.takes).toBe(13);
  });

  test('others get their turn after each batch', async () => {
    const played = online({}, { limits: { batch: 5 } });
    const turns: number[] = [];
    played.source.push(...numbered(20, { qos: 0 }));
    const look = (): void => {
      turns.push(played.source.takes);
      if (played.source.takes < 20) setImmediate(look);
    };
    setImmediate(look);
    await pass(10);
    expect(turns.slice(0, 4)).toEqual([5, 10, 15, 20]);
  });

  test('the first source goes before the second, each time', async () => {
    const first = new ListSource();
    const second = new ListSource();
    const played = online({}, { sources: [first, second], limits: { inFlight: 3 } });
    second.push(...numbered(5));
    await pass(10);
    first.push(...numbered(1, { payload: 'retained' }));
    await pass(10);
    expect(payloads(played)).toEqual(['0', '1', '2']);
    played.connection().confirmAll();
    await pass(10);
    expect(payloads(played)).toEqual(['retained', '3', '4']);
  });

  test('not before the session is online', async () => {
    const played = playSession(clientConfig());
    played.source.push(...numbered(3));
    played.session.start();
    played.source.push(...numbered(3));
    await pass(100);
    expect(played.source.takes).toBe(0);
    let before = -1;
    played.session.events.on('online', () => {
      before = played.source.takes;
    });
    played.connection().accept();
    await pass(10);
    expect(before).toBe(0);
    expect(played.source.takes).toBe(6);
  });
});

describe('settling', () => {
  test('QoS 0 when it is written, QoS 1 when it is confirmed', async () => {
    const played = online();
    played.source.push(...numbered(1, { qos: 0 }), ...numbered(1, { qos: 1 }, 1));
    await pass(10);
    expect(played.source.settled.map(({ message }) => message.payload)).toEqual(['0']);
    played.connection().confirmAll();
    expect(played.source.settled.map(({ outcome }) => outcome)).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
  });

  test('each to the source that it came from', async () => {
    const sources = [new ListSource(), new ListSource()];
    const played = online({}, { sources });
    sources[0]?.push(...numbered(2));
    sources[1]?.push(...numbered(3));
    await pass(10);
    played.connection().confirmAll();
    expect(sources.map(({ settled }) => settled.length)).toEqual([2, 3]);
  });

  test('an answer to what nobody asked, and an answer given twice, change nothing', async () => {
    const played = online();
    played.source.push(...numbered(1));
    await pass(10);
    const { id = 0 } = played.connection().published[0] ?? {};
    played.connection().confirm(id === 7 ? 8 : 7);
    played.connection().confirm(id);
    played.connection().confirm(id);
    played.connection().options.carrier.onAcknowledged(new Error('Connection closed'));
    expect(played.source.settled).toHaveLength(1);
  });

  test('refusals: for good, for now, and none at all', async () => {
    const played = online({ protocol_version: 5, reconnect: { min_delay: 1, max_delay: 1 } });
    played.source.push(...numbered(3));
    await pass(10);
    const ids = played.connection().published.map(({ id }) => id);
    played.connection().confirm(ids[0] ?? 0, 153);
    // Packet identifier not found: the broker was done with it before.
    played.connection().confirm(ids[1] ?? 0, 146);
    played.connection().confirm(ids[2] ?? 0, 151);
    expect(played.source.settled.map(({ outcome }) => outcome)).toEqual([
      {
        kind: 'refused',
        text: 'The broker rejected the message because the payload format is invalid (reason code 153).',
      },
      { kind: 'delivered' },
    ]);
    expect(played.session.status).toMatchObject({
      state: 'waiting',
      error: { code: 'broker-unavailable', reason_code: 151 },
    });
    await pass(1);
    played.connection().accept();
    await pass(10);
    expect(played.connection().published.map(({ message }) => message.payload)).toEqual(['2']);
  });

  test('a message that is too large goes no further, and is told once', async () => {
    const played = online({ protocol_version: 5 }, {}, { maximumPacketSize: 100 });
    played.source.push(...numbered(3, { payload: 'x'.repeat(100) }));
    await pass(10);
    expect(payloads(played)).toEqual([]);
    expect(played.source.settled.map(({ outcome }) => outcome.kind)).toEqual(['refused', 'refused', 'refused']);
    expect(played.lines.filter((line) => line.startsWith('warn'))).toHaveLength(1);
  });

  test('a broker that offers less gets less', async () => {
    const played = online({ protocol_version: 5 }, {}, { maximumQos: 1, retain: false });
    played.source.push(...numbered(1, { qos: 2, retain: true }));
    await pass(10);
    expect(played.connection().published).toMatchObject([{ qos: 1, retain: false }]);
  });
});

describe('the end of a connection', () => {
  async function lose(played: PlayedSession, grant = {}): Promise<void> {
    played.connection().end(LOST);
    await pass(1000);
    played.connection().accept(grant);
    await pass(10);
  }

  test('what was not confirmed is taken again, in order', async () => {
    const played = online();
    played.source.push(...numbered(4));
    await pass(10);
    played.connection().confirm(played.connection().published[1]?.id ?? 0);
    await lose(played);
    expect(played.source.rewinds).toBe(1);
    expect(played.connection().published.map(({ message }) => message.payload)).toEqual(['0', '2', '3']);
  });

  test('attempts that fail take nothing back', async () => {
    const played = playSession(clientConfig());
    played.session.start();
    played.connection().end(LOST);
    await pass(1000);
    played.connection().end(LOST);
    expect(played.source.rewinds).toBe(0);
  });

  const KEPT = { clean_session: false, advanced: { qos: 2 } } as const;

  test('QoS 2 and a session that is kept: what is on its way is the library’s to repeat', async () => {
    const played = online(KEPT);
    played.source.push(...numbered(3, { qos: 2 }));
    await pass(10);
    const ids = played.connection().published.map(({ id }) => id);
    const { store } = played.connection().options.carrier;
    await lose(played, { sessionPresent: true });
    expect(played.source.rewinds).toBe(0);
    expect(played.connection().published).toEqual([]);
    expect([...played.connection().options.carrier.carried]).toEqual(ids);
    expect(played.connection().options.carrier.store).toBe(store);
    for (const id of ids) played.connection().confirm(id);
    expect(played.source.settled.map(({ message }) => message.payload)).toEqual(['0', '1', '2']);
  });

  test('QoS 2 and a session that the broker forgot: taken again', async () => {
    const played = online(KEPT);
    played.source.push(...numbered(3, { qos: 2 }));
    await pass(10);
    const { store } = played.connection().options.carrier;
    await lose(played, { sessionPresent: false });
    expect(played.source.rewinds).toBe(1);
    expect(played.connection().options.carrier.store).not.toBe(store);
    expect(played.connection().published.map(({ message }) => message.payload)).toEqual(['0', '1', '2']);
  });

  test('QoS 2 and a quota that is used up: the library has dropped the message, so all are taken again', async () => {
    const played = online({ ...KEPT, protocol_version: 5 });
    played.source.push(...numbered(3, { qos: 2 }));
    await pass(10);
    played.connection().confirm(played.connection().published[1]?.id ?? 0, 151);
    await pass(1000);
    played.connection().accept({ sessionPresent: true });
    await pass(10);
    expect(played.connection().published.map(({ message }) => message.payload)).toEqual(['0', '1', '2']);
  });

  test('numbers of what is carried over are not given again', async () => {
    const played = online(KEPT);
    played.source.push(...numbered(20, { qos: 2 }));
    await pass(10);
    const ids = new Set(played.connection().published.map(({ id }) => id));
    expect(ids.size).toBe(20);
    await lose(played, { sessionPresent: true });
    for (let count = 0; count < 65_535; count += 1)
      expect(ids.has(played.connection().options.carrier.ids.allocate())).toBe(false);
  });

  test('QoS 1, or a session that is not kept: nothing is carried over', async () => {
    for (const input of [{ clean_session: false }, { advanced: { qos: 2 } }] as const) {
      const played = online(input);
      played.source.push(...numbered(3));
      await pass(10);
      await lose(played, { sessionPresent: true });
      expect(played.source.rewinds).toBe(1);
      expect(played.connection().published).toHaveLength(3);
    }
  });
});

describe('a broker that goes down again and again', () => {
  /**
   * What is retained goes first on each connection, and is confirmed; then twenty readings come.
   * @param serve what the broker does about readings until it goes down
   */
  async function restarts(times: number, serve: (connection: PlayedConnection) => Promise<boolean>) {
    const [retained, readings] = [new ListSource(), new ListSource()];
    const played = playSession(clientConfig({ protocol_version: 4 }), { sources: [retained, readings] });
    played.session.events.on('online', () => retained.push(...numbered(1, { topic: 'lab/status', retain: true })));
    readings.push(...numbered(20));
    played.session.start();
    for (let time = 0; time < times; time += 1) {
      const connection = played.connection();
      connection.accept();
      await pass(10);
      const [status] = connection.published.splice(0, 1);
      connection.confirm(status?.id ?? 0);
      await pass(10);
      if (await serve(connection)) break;
      connection.end(LOST);
      await pass(1000);
    }
    return { readings, connection: played.connection() };
  }

  test('under many messages at a time: they come one by one until one is through, and none is lost', async () => {
    const { readings, connection } = await restarts(6, async ({ published }) => published.length === 1);
    expect(connection.published.map(({ message }) => message.payload)).toEqual(['0']);
    expect(readings.settled).toEqual([]);
    connection.confirmAll();
    await pass(10);
    expect(connection.published).toHaveLength(19);
    connection.confirmAll();
    expect(readings.settled.map(({ outcome }) => outcome.kind)).toEqual(Array.from({ length: 20 }, () => 'delivered'));
  });

  test('on one message, sent alone too: that one is given up', async () => {
    const { readings } = await restarts(4, async () => false);
    expect(readings.settled).toMatchObject([{ message: { payload: '0' }, outcome: { kind: 'refused' } }]);
  });

  test('one by one no longer than until the connection holds', async () => {
    const { connection } = await restarts(3, async ({ published }) => published.length === 1);
    await pass(60_000);
    expect(connection.published).toHaveLength(20);
  });
});
