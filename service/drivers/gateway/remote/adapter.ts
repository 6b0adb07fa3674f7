import type { GatewayError, GatewayErrorCode, GatewayStatus, RemoteConfig } from '../../../contract/index.ts';
import type { BrokerMessage } from '../../../support/broker-source.ts';
import { Emitter } from '../../../support/emitter.ts';
import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import type { Adapter, AdapterEvents, AdapterKind } from '../types.ts';
import { BrokerLink, type RemoteOptions } from './broker-link.ts';
import { testRemotes } from './connection-test.ts';
import { LatestWarning } from './latest-warning.ts';
import { RemoteInstallations } from './remote-installations.ts';
import { brokerError, clientMissing, statusOf } from './status.ts';

/** Time between two timer checks, in milliseconds. */
const CHECK_MS = 1000;

/** Time without a connection to the broker before the state there becomes unknown, in milliseconds. */
export const BROKER_GRACE_MS = 30_000;

/** Retained messages are complete after `quietMs` without one, or `mostMs` after the subscription. In milliseconds. */
export const RETAINED_SETTLE_MS = { quietMs: 5000, mostMs: 60_000 } as const;

/** One entry: every remote Mensura under a prefix. */
export class RemoteAdapter implements Adapter {
  readonly events: Emitter<AdapterEvents>;
  readonly #options: RemoteOptions;
  readonly #config: RemoteConfig;
  readonly #logger: Logger;
  readonly #installations: RemoteInstallations;
  readonly #notices: LatestWarning;
  readonly #link: BrokerLink;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isNews = false;
  #wasNoticed = false;
  /** Start of the time without a subscription, on the monotonic clock; undefined while subscribed. */
  #disconnectedSince: number | undefined;
  /** When the subscription was acknowledged, and the last retained message; undefined once they are complete. */
  #settling: { since: number; lastAt: number } | undefined;

  constructor(id: string, config: RemoteConfig, options: RemoteOptions) {
    this.#options = options;
    this.#config = config;
    this.#logger = options.logger.child('remote');
    this.events = new Emitter((error, event) =>
      this.#logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
    this.#notices = new LatestWarning(options.clock);
    this.#installations = new RemoteInstallations({
      ...options,
      pattern: config.prefix,
      events: this.events,
      onChange: () => (this.#isNews = true),
      onNotice: (...notice) => this.#notice(...notice),
    });
    this.#link = new BrokerLink({
      ...options,
      config,
      key: id,
      logger: this.#logger,
      onStatus: () => this.#follow(),
      onSubscribed: () => this.#subscribed(),
      onMessage: (message) => this.#take(message),
      onTooLarge: (topic, bytes) => this.#installations.tooLarge(topic, bytes),
    });
  }

  get status(): GatewayStatus {
    return statusOf(this.#link.status, this.#error(), this.#installations);
  }

  start(): void {
    if (this.#timer || this.#isStopped) return;
    this.#disconnectedSince = this.#options.clock.monotonic();
    this.#timer = setInterval(() => this.#check(), CHECK_MS);
    this.#link.start();
  }

  async stop(reason: string): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#installations.clear(reason);
    await this.#link.stop();
  }

  connectNow(): void {
    this.#link.connectNow();
  }

  wake(): void {
    this.#link.wake();
  }

  #error(): GatewayError | null {
    const { status, isMissing } = this.#link;
    if (isMissing) return clientMissing(this.#config.client, status.since);
    return brokerError(status) ?? this.#notices.current;
  }

  /** The connection's state changed. */
  #follow(): void {
    if (this.#isStopped) return;
    const { status, isMissing } = this.#link;
    if (status.state !== 'online') {
      this.#disconnectedSince ??= this.#options.clock.monotonic();
      this.#settling = undefined;
    }
    if (isMissing) this.#installations.clear(`MQTT client "${this.#config.client}" was deleted`);
    this.#reportStatus();
  }

  #subscribed(): void {
    if (this.#isStopped) return;
    const now = this.#options.clock.monotonic();
    this.#disconnectedSince = undefined;
    this.#settling = { since: now, lastAt: now };
    this.#installations.subscribed();
  }

  #take(message: BrokerMessage): void {
    if (this.#isStopped) return;
    if (message.retained && this.#settling) this.#settling.lastAt = this.#options.clock.monotonic();
    this.#installations.message(message);
  }

  #notice(code: GatewayErrorCode, subject: string, text: string, remedy: string): void {
    if (this.#notices.add(code, subject, text, remedy)) this.#isNews = true;
  }

  /** Handles what is due by time. */
  #check(): void {
    const now = this.#options.clock.monotonic();
    if (this.#disconnectedSince !== undefined && now - this.#disconnectedSince > BROKER_GRACE_MS)
      this.#installations.clear('broker disconnected');
    if (this.#settling) this.#settle(now, this.#settling);
    this.#installations.catchUp();
    const isNoticed = this.#notices.current !== null;
    if (isNoticed !== this.#wasNoticed) this.#isNews = true;
    this.#wasNoticed = isNoticed;
    if (this.#isNews) this.#reportStatus();
  }

  #settle(now: number, { since, lastAt }: { since: number; lastAt: number }): void {
    if (now - lastAt < RETAINED_SETTLE_MS.quietMs && now - since < RETAINED_SETTLE_MS.mostMs) return;
    this.#settling = undefined;
    this.#installations.settle();
  }

  #reportStatus(): void {
    this.#isNews = false;
    this.events.emit('status', undefined);
  }
}

/** The adapter for remote Mensura installations, from what they publish to a broker (docs/mqtt.md). */
export function createRemoteKind(options: RemoteOptions): AdapterKind<RemoteConfig> {
  return {
    create: (id, config) => new RemoteAdapter(id, config, options),
    test: (config, signal) => testRemotes(config, options, signal),
  };
}
