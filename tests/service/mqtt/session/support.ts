/** Connections that are played, so that a test decides what becomes of them. */
import { vi } from 'vitest';
import type { BrokerCapabilities } from '../../../../service/mqtt/session/broker-capabilities.ts';
import type { ConnectionOptions } from '../../../../service/mqtt/session/connection.ts';
import { type Failure, failure } from '../../../../service/mqtt/session/failure.ts';
import { MqttSession, type SessionConnection, type SessionOptions } from '../../../../service/mqtt/session/session.ts';
import type { ClientConfig, PublishRequest, SessionStatus } from '../../../../service/mqtt/types.ts';
import type { Clock } from '../../../../service/support/clock.ts';
import { ListSource, listeningLogger, WILL } from '../../../support/mqtt/session.ts';

export const GRANT: BrokerCapabilities = {
  receiveMaximum: 65_535,
  maximumQos: 2,
  retain: true,
  maximumPacketSize: 1_000_000,
  keepAlive: undefined,
  sessionPresent: false,
};

/** The clock that vitest's false timers move. */
export const playedClock: Clock = { now: () => Date.now(), monotonic: () => Date.now() };

export const REFUSED = failure('port-refused', 'Nothing listens.', 'Start the broker.');
export const LOST = failure('connection-lost', 'It broke off.', '');
export const VIOLATED = failure('protocol-violated', 'It floods.', 'See its log.');
export const WRONG_PASSWORD = failure('credentials-refused', 'Wrong password.', 'Correct it.', { reasonCode: 4 });

export class PlayedConnection implements SessionConnection {
  readonly options: ConnectionOptions;
  grant: BrokerCapabilities | undefined;
  full = false;
  started = false;
  over = false;
  disconnects = 0;
  aborts = 0;
  readonly published: { message: PublishRequest; qos: number; retain: boolean; id: number }[] = [];

  constructor(options: ConnectionOptions) {
    this.options = options;
  }

  start(): void {
    this.started = true;
  }

  accept(grant: Partial<BrokerCapabilities> = {}): void {
    this.grant = { ...GRANT, ...grant };
    if (!this.grant.sessionPresent) this.options.carrier.reset();
    this.options.onConnected();
  }

  end(reason: Failure): void {
    this.over = true;
    this.options.onEnd(reason);
  }

  fail(reason: Failure): void {
    this.end(reason);
  }

  publish(message: PublishRequest, qos: 0 | 1 | 2, retain: boolean): number {
    const id = qos === 0 ? 0 : this.options.carrier.ids.allocate();
    this.published.push({ message, qos, retain, id });
    return id;
  }

  /** The broker confirms the message of this number, or refuses it with this reason code. */
  confirm(id: number, code = 0): void {
    const error = code === 0 ? null : Object.assign(new Error('refused'), { code });
    this.options.carrier.onAcknowledged(error, { cmd: 'puback', messageId: id });
  }

  /** Confirms everything that was published and not confirmed. */
  confirmAll(): void {
    for (const { id } of this.published.splice(0)) if (id !== 0) this.confirm(id);
  }

  async disconnect(): Promise<void> {
    this.over = true;
    this.disconnects += 1;
  }

  async abort(): Promise<void> {
    this.over = true;
    this.aborts += 1;
  }
}

export interface PlayedSession {
  session: MqttSession;
  source: ListSource;
  connections: PlayedConnection[];
  /** The newest. */
  connection(): PlayedConnection;
  history: SessionStatus[];
  lines: string[];
}

/** A session over played connections; false timers must be on. `random` is one half unless given. */
export function playSession(config: ClientConfig, options: Partial<SessionOptions> = {}): PlayedSession {
  const connections: PlayedConnection[] = [];
  const source = new ListSource();
  const { logger, lines } = listeningLogger();
  const session = new MqttSession({
    config,
    clientId: 'mensura-test',
    will: WILL,
    sources: [source],
    clock: playedClock,
    logger,
    random: () => 0.5,
    connect: (connectionOptions) => {
      const connection = new PlayedConnection(connectionOptions);
      connections.push(connection);
      return connection;
    },
    ...options,
  });
  const history: SessionStatus[] = [];
  session.events.on('status', (status) => history.push(status));
  const connection = (): PlayedConnection => {
    const newest = connections.at(-1);
    if (!newest) throw new Error('There was no attempt to connect.');
    return newest;
  };
  return { session, source, connections, connection, history, lines };
}

/** Lets this much time pass, and everything happen that is due in it. @param ms milliseconds */
export async function pass(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
