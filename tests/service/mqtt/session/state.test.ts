/** The state machine over played connections and false timers. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../../../service/mqtt/session/failure.ts';
import { clientConfig, numbered, WILL } from '../../../support/mqtt/session.ts';
import { LOST, type PlayedSession, pass, playSession, REFUSED, VIOLATED, WRONG_PASSWORD } from './support.ts';

const DELAYS = { min_delay: 1000, max_delay: 60_000 };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-02T03:04:05.000Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

function play(
  input: Parameters<typeof clientConfig>[0] = {},
  options: Parameters<typeof playSession>[1] = {},
): PlayedSession {
  return playSession(clientConfig({ reconnect: DELAYS, ...input }), options);
}

/** Fails the newest attempt, and answers the pause until the next, in milliseconds. */
async function pauseAfter({ session, connection, connections }: PlayedSession, reason = REFUSED): Promise<number> {
  const count = connections.length;
  connection().end(reason);
  const pause = (session.status.nextRetry ?? 0) - Date.now();
  await pass(pause - 1);
  expect(connections).toHaveLength(count);
  await pass(1);
  expect(connections).toHaveLength(count + 1);
  return pause;
}

describe('states', () => {
  test('idle, connecting, online', async () => {
    const { session, connection, history } = play();
    expect(session.status).toEqual({ state: 'idle', since: Date.now(), error: null, nextRetry: null });
    session.start();
    session.start();
    expect(session.status.state).toBe('connecting');
    const seen: string[] = [];
    session.events.on('online', () => seen.push(session.status.state));
    await pass(10);
    connection().accept();
    expect(seen).toEqual(['online']);
    expect(session.status).toEqual({ state: 'online', since: Date.now(), error: null, nextRetry: null });
    expect(history.map(({ state }) => state)).toEqual(['connecting', 'online']);
  });

  test('waiting, with the reason and the next attempt; the reason stays while it connects again', async () => {
    const { session, connection } = play();
    session.start();
    connection().end(REFUSED);
    const error = {
      code: 'port-refused',
      text: 'Nothing listens.',
      remedy: 'Start the broker.',
      reason_code: null,
      timestamp: '2026-01-02T03:04:05.000Z',
    };
    expect(session.status).toEqual({ state: 'waiting', since: Date.now(), error, nextRetry: Date.now() + 1500 });
    await pass(1500);
    expect(session.status).toEqual({ state: 'connecting', since: Date.now(), error, nextRetry: null });
    connection().accept();
    expect(session.status.error).toBeNull();
  });

  test('the next attempt is not before the state, even if the process pauses between two reads of the clock', () => {
    let now = 0;
    const clock = { now: () => (now += 5000), monotonic: () => now };
    const { session, connection } = play({}, { clock });
    session.start();
    connection().end(REFUSED);
    const { since, nextRetry } = session.status;
    expect((nextRetry ?? 0) - since).toBe(1500);
  });

  test('failed: tried again at the longest delay, but at least a minute apart', async () => {
    const quick = play({ reconnect: { min_delay: 10, max_delay: 20 } });
    quick.session.start();
    expect(await pauseAfter(quick, WRONG_PASSWORD)).toBe(60_000);
    const slow = play({ reconnect: { min_delay: 10, max_delay: 90_000 } });
    slow.session.start();
    slow.connection().end(WRONG_PASSWORD);
    expect(slow.session.status).toMatchObject({
      state: 'failed',
      error: { code: 'credentials-refused', reason_code: 4 },
      nextRetry: Date.now() + 90_000,
    });
  });

  test('a client that is not enabled does nothing, even when asked', async () => {
    const { session, connections } = play({ advanced: { enabled: false } });
    session.start();
    session.connectNow();
    await pass(100_000);
    expect(connections).toHaveLength(0);
    expect(session.status.state).toBe('idle');
  });

  test('secrets that cannot be read: failed, and no attempt', async () => {
    const { session, connections, lines } = playSession({ ...clientConfig(), secrets: null });
    session.start();
    session.connectNow();
    await pass(200_000);
    expect(connections).toHaveLength(0);
    expect(session.status).toMatchObject({ state: 'failed', error: { code: 'password-needed' }, nextRetry: null });
    expect(lines).toHaveLength(1);
  });

  test('a password without a username: failed, and no attempt, before MQTT 5', () => {
    const { session, connections } = play({ password: 'p' });
    session.start();
    expect(connections).toHaveLength(0);
    expect(session.status).toMatchObject({ state: 'failed', error: { code: 'credentials-refused' }, nextRetry: null });
    const five = play({ password: 'p', protocol_version: 5 });
    five.session.start();
    expect(five.connections).toHaveLength(1);
  });
});

describe('attempts', () => {
  test('the pauses grow, and grow no more at the longest', async () => {
    const played = play();
    played.session.start();
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) pauses.push(await pauseAfter(played));
    expect(pauses).toEqual([1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000]);
  });

  test('a connection that held for a minute begins anew; one that did not goes on', async () => {
    const played = play();
    played.session.start();
    await pauseAfter(played);
    await pauseAfter(played);
    played.connection().accept();
    await pass(59_000);
    expect(await pauseAfter(played, LOST)).toBe(6000);
    played.connection().accept();
    await pass(60_000);
    expect(await pauseAfter(played, LOST)).toBe(1500);
  });

  test('a broker that violates MQTT is a problem until a connection held for a minute, at the usual pauses', async () => {
    const played = play();
    const { session, connection } = played;
    session.start();
    expect(await pauseAfter(played, VIOLATED)).toBe(1500);
    connection().accept();
    expect(session.status).toMatchObject({ state: 'online', error: { code: 'protocol-violated' } });
    await pass(59_000);
    connection().end(VIOLATED);
    expect(session.status.state).toBe('failed');
    expect(session.status.nextRetry).toBe(Date.now() + 3000);
    expect(session.violations).toBe(2);
    await pass(3000);
    connection().accept();
    await pass(60_000);
    expect(session.status).toMatchObject({ state: 'online', error: null });
    expect(session.violations).toBe(2);
  });

  test('asked for now: it does not wait, and it does not connect twice', async () => {
    const { session, connection, connections } = play();
    session.connectNow();
    expect(connections).toHaveLength(0);
    session.start();
    session.connectNow();
    expect(connections).toHaveLength(1);
    connection().end(WRONG_PASSWORD);
    session.connectNow();
    expect(connections).toHaveLength(2);
    connection().accept();
    session.connectNow();
    await pass(100_000);
    expect(connections).toHaveLength(2);
  });

  test('reconnecting is switched off: one attempt, and then it waits to be asked', async () => {
    const { session, connection, connections } = play({ reconnect: { ...DELAYS, enable: false } });
    session.start();
    connection().end(REFUSED);
    expect(session.status).toMatchObject({ state: 'idle', error: { code: 'port-refused' }, nextRetry: null });
    await pass(1_000_000);
    expect(connections).toHaveLength(1);
    session.connectNow();
    connection().accept();
    connection().end(LOST);
    expect(session.status).toMatchObject({ state: 'idle', error: { code: 'connection-lost' } });
    session.connectNow();
    connection().end(WRONG_PASSWORD);
    expect(session.status).toMatchObject({ state: 'failed', nextRetry: null });
  });

  test('connections that end soon, again and again, are a pattern; an attempt that fails breaks it', async () => {
    const played = play();
    played.session.start();
    const codes: (string | undefined)[] = [];
    const lose = async (): Promise<void> => {
      played.connection().accept();
      await pass(100);
      await pauseAfter(played, LOST);
      codes.push(played.session.status.error?.code);
    };
    for (let time = 0; time < 3; time += 1) await lose();
    await pauseAfter(played);
    for (let time = 0; time < 4; time += 1) await lose();
    expect(codes).toEqual([
      'connection-lost',
      'connection-lost',
      'connection-lost',
      'connection-lost',
      'connection-lost',
      'connection-lost',
      'taken-over',
    ]);
  });

  test('a will that the broker cannot keep is sent without what it cannot keep, at once', () => {
    const { session, connection, connections } = play({ protocol_version: 5 });
    session.start();
    connection().end(failure('refused', 'No retained messages.', '', { reasonCode: 154 }));
    expect(connections).toHaveLength(2);
    expect(connection().options.target.will).toEqual({ ...WILL, retain: false });
    connection().end(failure('refused', 'No such QoS.', '', { reasonCode: 155 }));
    expect(connection().options.target.will).toEqual({ ...WILL, retain: false, qos: 0 });
    connection().end(failure('refused', 'No such QoS.', '', { reasonCode: 155 }));
    expect(connections).toHaveLength(3);
    expect(session.status.state).toBe('failed');
  });
});

describe('the log', () => {
  test('a broker that is away is told once, and each new reason', async () => {
    const played = play();
    played.session.start();
    for (let attempt = 0; attempt < 20; attempt += 1) await pauseAfter(played);
    await pauseAfter(played, WRONG_PASSWORD);
    await pauseAfter(played, WRONG_PASSWORD);
    played.connection().accept();
    await pass(60_000);
    played.connection().end(REFUSED);
    expect(played.lines).toEqual([
      'warn: connection failed: Nothing listens. Start the broker',
      'warn: connection failed: Wrong password. Correct it',
      'info: connected to port 1883 of 127.0.0.1 (MQTT 3.1.1)',
      'warn: connection failed: Nothing listens. Start the broker',
    ]);
  });

  test('a client id that another client seems to use is told once', async () => {
    const played = play();
    played.session.start();
    for (let time = 0; time < 20; time += 1) {
      played.connection().accept();
      await pauseAfter(played, LOST);
    }
    expect(played.lines.filter((line) => line.includes('client ID'))).toHaveLength(1);
    expect(played.lines).toHaveLength(3);
  });

  test('a connection that comes and goes is told once, and when it holds', async () => {
    const played = play({}, { limits: { shortConnections: 1000 } });
    played.session.start();
    for (let time = 0; time < 20; time += 1) {
      played.connection().accept();
      await pauseAfter(played, LOST);
    }
    played.connection().accept();
    await pass(60_000);
    expect(played.lines).toEqual([
      'info: connected to port 1883 of 127.0.0.1 (MQTT 3.1.1)',
      'warn: connection failed: It broke off',
      'info: connection to port 1883 of 127.0.0.1 stable',
    ]);
  });
});

describe('the end', () => {
  test('online: last words, their confirmation, DISCONNECT, and what was not confirmed goes back', async () => {
    const { session, connection, source } = play();
    session.start();
    connection().accept();
    source.push(...numbered(2));
    await pass();
    const stopping = session.stop([{ ...WILL, payload: 'bye' }]);
    source.push(...numbered(1, {}, 2));
    await pass();
    expect(connection().published.map(({ message }) => message.payload)).toEqual(['0', '1', 'bye']);
    expect(connection().disconnects).toBe(0);
    connection().confirmAll();
    await pass();
    await stopping;
    expect(connection().disconnects).toBe(1);
    expect(source.settled).toHaveLength(2);
    expect(source.rewinds).toBe(1);
    expect(session.status).toMatchObject({ state: 'idle', nextRetry: null });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('online, and nobody confirms: after two seconds', async () => {
    const { session, connection, source } = play();
    session.start();
    connection().accept();
    source.push(...numbered(2));
    await pass();
    const stopping = session.stop([WILL]);
    await pass(1999);
    expect(connection().disconnects).toBe(0);
    await pass(1);
    await stopping;
    expect(connection().disconnects).toBe(1);
    expect(source.taken).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('online, and the connection breaks meanwhile', async () => {
    const { session, connection, connections } = play();
    session.start();
    connection().accept();
    const stopping = session.stop([WILL]);
    await pass();
    connection().end(LOST);
    await stopping;
    expect(connections).toHaveLength(1);
    expect(session.status.state).toBe('idle');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('connecting: the attempt is ended; what comes of it counts no more', async () => {
    const { session, connection, connections } = play();
    session.start();
    const stopping = session.stop([WILL]);
    connection().accept();
    await stopping;
    expect(connection().aborts).toBe(1);
    expect(session.status.state).toBe('idle');
    session.start();
    session.connectNow();
    await session.stop([]);
    await pass(1_000_000);
    expect(connections).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(['connecting', 'online', 'waiting'] as const)('asked for by one who hears that it is %s', async (state) => {
    const { session, connections, source } = play();
    const ends: Promise<void>[] = [];
    session.events.on('status', (status) => {
      if (status.state === state) ends.push(session.stop([WILL]));
    });
    source.push(...numbered(3));
    session.start();
    if (state === 'online') connections[0]?.accept();
    if (state === 'waiting') connections[0]?.end(REFUSED);
    await pass(3000);
    await Promise.all(ends);
    expect(ends).toHaveLength(1);
    expect(connections).toHaveLength(state === 'connecting' ? 0 : 1);
    expect(connections.flatMap(({ published }) => published.map(({ message }) => message))).toEqual(
      state === 'online' ? [WILL] : [],
    );
    expect(source.takes).toBe(0);
    expect(session.status.state).toBe('idle');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('waiting, and never begun', async () => {
    const waiting = play();
    waiting.session.start();
    waiting.connection().end(REFUSED);
    await waiting.session.stop([WILL]);
    const never = play();
    await never.session.stop([WILL]);
    never.session.start();
    await pass(1_000_000);
    expect([waiting.connections.length, never.connections.length]).toEqual([1, 0]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
