import type { MqttErrorCode, MqttReconnect } from '../../contract/index.ts';
import { createTlsContext } from '../../secrets/tls-context.ts';
import { backoffDelay, withJitter } from '../../support/backoff.ts';
import type { Clock } from '../../support/clock.ts';
import { withDeadline } from '../../support/deadline.ts';
import { Emitter, logListenerErrors } from '../../support/emitter.ts';
import type { Logger } from '../../support/logger.ts';
import {
  type ClientConfig,
  type MessageSource,
  NO_SECRETS,
  type PublishRequest,
  type SessionEvents,
  type SessionStatus,
} from '../types.ts';
import { type BrokerEndpoint, toEndpoint } from './broker-endpoint.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { DeliveryWindow } from './delivery-window.ts';
import { type ConnectionContext, configError, type Failure, toMqttError } from './failure.ts';
import { DEFAULT_SESSION_LIMITS, isInFlight, receiveMaximum, type SessionLimits } from './limits.ts';
import { closedAfterPublish, PoisonMessageDetector, takeoverFailure } from './poison-message-detector.ts';
import { brokerFailure, WILL_QOS_REFUSED, WILL_RETAIN_REFUSED } from './reason-codes.ts';
import { Reporter } from './reporter.ts';
import type { SubscribeRequest } from './subscribe-request.ts';

const VIOLATED: MqttErrorCode = 'protocol-violated';

/** The part of a connection that a session uses. */
export type SessionConnection = Pick<
  Connection,
  'start' | 'grant' | 'full' | 'publish' | 'fail' | 'disconnect' | 'abort'
>;

export interface SessionOptions {
  config: ClientConfig;
  clientId: string;
  /** The last will; null for none. */
  will: PublishRequest | null;
  /** Asked for messages in this order. */
  sources: readonly MessageSource[];
  /** Topics to subscribe to; online means they are confirmed. */
  reading?: SubscribeRequest;
  clock: Clock;
  logger: Logger;
  limits?: Partial<SessionLimits>;
  /** Creates one connection attempt; replaceable in tests. */
  connect?: (options: ConnectionOptions) => SessionConnection;
  /** Random numbers from 0 to 1 for retry delays; default `Math.random`. */
  random?: () => number;
}

/**
 * A client's connection to its broker: takes messages as fast as the broker acknowledges and reconnects with
 * back-off. Never throws for errors of a broker or network.
 */
export class MqttSession {
  readonly events: Emitter<SessionEvents>;
  readonly #options: SessionOptions;
  readonly #limits: SessionLimits;
  readonly #flow: DeliveryWindow;
  readonly #poison: PoisonMessageDetector;
  readonly #reporter: Reporter;
  readonly #target: BrokerEndpoint;
  readonly #error: Failure | undefined;
  #status: SessionStatus;
  #started = false;
  #stopping: Promise<void> | undefined;
  #connection: SessionConnection | undefined;
  #retry: NodeJS.Timeout | undefined;
  #stable: NodeJS.Timeout | undefined;
  /** Failed attempts and unstable connections since the last stable one. */
  #failures = 0;
  /** Consecutive connections that the broker accepted and soon closed. */
  #short = 0;
  #violations = 0;

  constructor(options: SessionOptions) {
    const { config, clientId, will, sources, clock, logger } = options;
    const secrets = config.secrets ?? NO_SECRETS;
    let trust: ReturnType<typeof createTlsContext> | undefined;
    this.#options = options;
    this.#limits = { ...DEFAULT_SESSION_LIMITS, ...options.limits };
    this.#target = { config, secrets, clientId, will, secureContext: () => (trust ??= createTlsContext(secrets)) };
    this.#error = configError(config);
    this.#poison = new PoisonMessageDetector(this.#limits.shortConnections);
    this.#reporter = new Reporter(logger);
    this.#status = { state: 'idle', since: clock.now(), error: null, nextRetry: null };
    this.events = new Emitter(logListenerErrors(logger));
    this.#flow = new DeliveryWindow({
      sources,
      window: receiveMaximum(config, this.#limits),
      batch: this.#limits.batch,
      carry: isInFlight(config),
      onRefused: (code) => this.#connection?.fail(brokerFailure({ code }, this.#place())),
      logger,
    });
  }

  get status(): SessionStatus {
    return this.#status;
  }

  /** Connections ended because the broker violated MQTT. */
  get violations(): number {
    return this.#violations;
  }

  /** Does nothing for a disabled client. */
  start(): void {
    if (this.#started || this.#stopping) return;
    this.#started = true;
    this.#flow.start();
    this.connectNow();
  }

  /** Connects now instead of at the next attempt; also after a single failed attempt. */
  connectNow(): void {
    if (!this.#started || this.#stopping || this.#connection || !this.#options.config.advanced.enabled) return;
    this.#clearTimers();
    if (!this.#error) return this.#connect();
    this.#reporter.failed(this.#error, false);
    this.#rest('failed', this.#error);
  }

  /**
   * After the computer resumes, a connection may be dead without an error: replaces it, or the next attempt, at once.
   */
  wake(): void {
    if (!this.#started || this.#stopping) return;
    this.#failures = 0;
    if (this.#connection) void this.#renew(this.#connection);
    else if (this.#retry) this.connectNow();
  }

  /**
   * Sends these final messages (QoS 1, waiting up to 2 s for acknowledgments), disconnects and stops. Takes nothing
   * more from the sources. May be called twice.
   */
  stop(farewell: readonly PublishRequest[]): Promise<void> {
    this.#stopping ??= this.#stop(farewell);
    return this.#stopping;
  }

  async #stop(farewell: readonly PublishRequest[]): Promise<void> {
    this.#clearTimers();
    const connection = this.#connection;
    if (connection && this.#status.state === 'online') {
      // Without acknowledgments in time, it disconnects all the same.
      await withDeadline(this.#flow.finish(farewell), this.#limits.farewellMs, 'The farewell').catch(() => {});
      await connection.disconnect();
    } else {
      await connection?.abort();
    }
    this.#connection = undefined;
    this.#flow.end();
    this.#setStatus({ state: 'idle', error: null, nextRetry: null });
  }

  /** Aborts a connection and makes the next. */
  async #renew(connection: SessionConnection): Promise<void> {
    this.#clearTimers();
    this.#flow.close();
    this.#setStatus({ state: 'connecting', error: null, nextRetry: null });
    await connection.abort();
    // Stopped or renewed by another call meanwhile.
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.connectNow();
  }

  #connect(): void {
    this.#setStatus({ state: 'connecting', error: this.#status.error, nextRetry: null });
    // A listener may have stopped the session.
    if (this.#stopping) return;
    const { reading, connect = (options) => new Connection(options) } = this.#options;
    const connection = connect({
      target: this.#target,
      limits: this.#limits,
      carrier: this.#flow,
      reading,
      onConnected: () => this.#onConnected(connection),
      onEnd: (failure) => this.#onEnd(failure),
      onDrain: this.#flow.wake,
    });
    this.#connection = connection;
    connection.start();
  }

  #onConnected(connection: SessionConnection): void {
    const { grant } = connection;
    if (this.#stopping || !grant) return;
    this.#stable = setTimeout(() => this.#onStable(), this.#limits.stableMs);
    this.#reporter.connected(this.#place());
    // Messages are only taken after all listeners ran.
    this.#flow.open(connection, grant);
    // Repeated violations are one problem until a connection is stable.
    const { error } = this.#status;
    this.#setStatus({ state: 'online', error: error?.code === VIOLATED ? error : null, nextRetry: null });
    if (!this.#stopping) this.events.emit('online', undefined);
  }

  #onStable(): void {
    this.#stable = undefined;
    this.#failures = 0;
    this.#flow.trust();
    this.#reporter.stable(this.#place());
    if (this.#status.error) this.#setStatus({ ...this.#status, error: null });
  }

  #onEnd(reason: Failure): void {
    const wasConnected = this.#status.state === 'online';
    const wasShort = wasConnected && this.#stable !== undefined;
    const isShort = wasShort && reason.code === 'connection-lost';
    this.#connection = undefined;
    this.#clearTimers();
    const blamed = this.#stopping ? undefined : this.#blame(isShort);
    this.#flow.close();
    if (this.#stopping) return;
    if (this.#lessens(reason)) return this.#connect();
    this.#failures += 1;
    if (reason.code === VIOLATED) this.#violations += 1;
    this.#short = isShort ? this.#short + 1 : 0;
    const suspicious = this.#short >= this.#limits.shortConnections;
    // A constant count: a growing one would be logged each time.
    const failure = blamed ?? (suspicious ? takeoverFailure(this.#place(), this.#limits.shortConnections) : reason);
    this.#reporter.failed(failure, wasShort);
    this.#settle(failure);
  }

  /** The failure for a message on which the broker always closes; if it accepts others, the message is discarded. */
  #blame(isShort: boolean): Failure | undefined {
    const left = isShort ? this.#flow.oldestInFlight : undefined;
    const blame = this.#poison.judge(left);
    this.#flow.suspect(blame === 'refused' ? undefined : this.#poison.suspect);
    if (!left || blame === 'none') return undefined;
    const reason = closedAfterPublish(left.message, this.#place(), this.#limits.shortConnections);
    if (blame === 'refused') this.#flow.refuseOldest(reason.text);
    return reason;
  }

  /** A broker without retained messages or QoS refuses a last will that uses them: send it without. */
  #lessens({ reasonCode }: Failure): boolean {
    const { will } = this.#target;
    if (!will) return false;
    const retain = reasonCode === WILL_RETAIN_REFUSED && will.retain;
    const qos = reasonCode === WILL_QOS_REFUSED && will.qos > 0;
    if (retain) this.#target.will = { ...will, retain: false };
    if (qos) this.#target.will = { ...will, qos: 0 };
    return retain || qos;
  }

  /** Decides whether and when to retry. */
  #settle(failure: Failure): void {
    const { reconnect } = this.#options.config.fields;
    const { random = Math.random } = this.#options;
    // A violating broker is retried as quickly as an unreachable one, but must be reported.
    const isProblem = failure.lasting || failure.code === VIOLATED;
    if (!reconnect.enable) return this.#rest(isProblem ? 'failed' : 'idle', failure);
    const delay = failure.lasting
      ? Math.max(reconnect.max_delay, this.#limits.slowRetryMs)
      : reconnectDelay(reconnect, this.#failures, random());
    this.#retry = setTimeout(() => this.connectNow(), delay);
    this.#rest(isProblem ? 'failed' : 'waiting', failure, delay);
  }

  /** @param delay until the next attempt, in milliseconds; undefined: none follows */
  #rest(state: SessionStatus['state'], failure: Failure, delay?: number): void {
    // Read once: a process that pauses between two reads would say that the attempt is due before the state began.
    const now = this.#options.clock.now();
    const nextRetry = delay === undefined ? null : now + delay;
    this.#setStatus({ state, error: toMqttError(failure, now), nextRetry }, now);
  }

  #setStatus(status: Omit<SessionStatus, 'since'>, now = this.#options.clock.now()): void {
    const since = status.state === this.#status.state ? this.#status.since : now;
    this.#status = { ...status, since };
    this.events.emit('status', this.#status);
  }

  #clearTimers(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#stable);
    this.#retry = undefined;
    this.#stable = undefined;
  }

  #place(): ConnectionContext {
    return toEndpoint(this.#target, 'online', 0);
  }
}

/**
 * Delay until the next attempt: the step doubles with every failure, with jitter.
 * @param failures since the last stable connection, 1 or more
 * @param random 0 to 1
 * @returns milliseconds, from `min_delay` to `max_delay`
 */
export function reconnectDelay(
  { min_delay, max_delay }: Pick<MqttReconnect, 'min_delay' | 'max_delay'>,
  failures: number,
  random: number,
): number {
  return withJitter(backoffDelay({ firstMs: 2 * min_delay, longestMs: max_delay }, failures), random, min_delay);
}
