/** Tests an entry: which installations publish under the prefix? */
import { randomUUID } from 'node:crypto';
import type { GatewayError, GatewayTestResult, RemoteConfig } from '../../../contract/index.ts';
import { counted } from '../../../support/counted.ts';
import { Emitter } from '../../../support/emitter.ts';
import { errorText } from '../../../support/errors.ts';
import type { AdapterEvents } from '../types.ts';
import { BrokerLink, type RemoteOptions } from './broker-link.ts';
import { LatestWarning } from './latest-warning.ts';
import { RemoteInstallations } from './remote-installations.ts';
import { brokerError, clientMissing } from './status.ts';

/** Limits for the acknowledgment of the subscription and for its retained messages, in milliseconds. */
const TEST_NAME = { connectMs: 10_000, listenMs: 5000, quietMs: 1500, pollMs: 100 } as const;

/** Most serial numbers in a test result. */
const MAX_NAMED = 100;

/** The error if the subscription failed; undefined if it worked. */
type Ending = { error: GatewayError | null; text: string } | undefined;

/** Ends within 15 seconds, and leaves nothing behind. */
export async function testRemotes(
  config: RemoteConfig,
  options: RemoteOptions,
  signal: AbortSignal,
): Promise<GatewayTestResult> {
  const { clock } = options;
  const begun = clock.monotonic();
  const test = new ConnectionTest(config, options);
  const failure = await test.run(signal);
  return {
    ...(failure ? { ok: false, ...failure, notes: [] } : { ok: true, error: null, ...test.found() }),
    duration_ms: clock.monotonic() - begun,
    unknown_answer: null,
    instruments: [...test.serials].toSorted().slice(0, MAX_NAMED),
  };
}

class ConnectionTest {
  readonly serials = new Set<string>();
  readonly #config: RemoteConfig;
  readonly #options: RemoteOptions;
  readonly #fleet: RemoteInstallations;
  readonly #notices: LatestWarning;
  readonly #link: BrokerLink;
  #subscribedAt: number | undefined;
  #retainedAt = 0;

  constructor(config: RemoteConfig, options: RemoteOptions) {
    const { clock, logger } = options;
    this.#config = config;
    this.#options = options;
    const events = new Emitter<AdapterEvents>((error) => logger.error(`test failed: ${errorText(error)}`, { error }));
    events.on('seen', ({ serial }) => void this.serials.add(serial));
    this.#notices = new LatestWarning(clock);
    this.#fleet = new RemoteInstallations({
      ...options,
      pattern: config.prefix,
      events,
      onChange: () => {},
      onNotice: (...notice) => void this.#notices.add(...notice),
    });
    this.#link = new BrokerLink({
      ...options,
      config,
      // Unique, so that tests and the running entry do not disconnect each other.
      key: `test-${randomUUID()}`,
      onStatus: () => {},
      onSubscribed: () => {
        this.#subscribedAt = this.#retainedAt = clock.monotonic();
        this.#fleet.subscribed();
      },
      onMessage: (message) => {
        if (message.retained) this.#retainedAt = clock.monotonic();
        this.#fleet.message(message);
      },
      onTooLarge: (topic, bytes) => this.#fleet.tooLarge(topic, bytes),
    });
  }

  /** @returns why the subscription failed; undefined if it worked */
  async run(signal: AbortSignal): Promise<Ending> {
    const begun = this.#options.clock.monotonic();
    this.#link.start();
    try {
      for (;;) {
        if (signal.aborted) return { error: null, text: 'The test was canceled.' };
        const now = this.#options.clock.monotonic();
        const failure = this.#failure(now - begun);
        if (failure) return failure;
        if (this.#isDone(now)) return undefined;
        await new Promise((resolve) => setTimeout(resolve, TEST_NAME.pollMs));
      }
    } finally {
      await this.#link.stop();
    }
  }

  found(): Pick<GatewayTestResult, 'text' | 'notes'> {
    const gateways = this.#fleet.presence.gateways();
    const online = gateways.filter((gateway) => gateway.online).length;
    const notes: string[] = [];
    if (gateways.length === 0) notes.push(`No messages under "${this.#config.prefix}" yet.`);
    if (gateways.length > online) notes.push(`${installations(gateways.length - online)} disconnected.`);
    if (this.#fleet.presence.hasOwn) notes.push('This Mensura also publishes there and ignores its own messages.');
    const notice = this.#notices.current;
    if (notice) notes.push(notice.text);
    const devices = counted(this.serials.size, 'device');
    return { text: `Connected to the broker. Found ${installations(online)} with ${devices}.`, notes };
  }

  #failure(elapsedMs: number): Ending {
    const { status, isMissing } = this.#link;
    const error = isMissing ? clientMissing(this.#config.client, status.since) : brokerError(status);
    if (error && status.state !== 'online') return { error, text: error.text };
    if (this.#subscribedAt !== undefined || elapsedMs < TEST_NAME.connectMs) return undefined;
    const text = `The broker did not acknowledge the subscription within ${TEST_NAME.connectMs / 1000} s.`;
    const remedy = 'Check that the account is permitted to subscribe.';
    return {
      text,
      error: { code: 'broker', text, remedy, timestamp: new Date(this.#options.clock.now()).toISOString() },
    };
  }

  /** True when the retained messages are complete or time is up; without any message, waits for a first publication. */
  #isDone(now: number): boolean {
    if (this.#subscribedAt === undefined) return false;
    if (now - this.#subscribedAt >= TEST_NAME.listenMs) return true;
    return this.#fleet.presence.gateways().length > 0 && now - this.#retainedAt >= TEST_NAME.quietMs;
  }
}

function installations(count: number): string {
  return count === 1 ? '1 remote Mensura' : `${count} remote Mensura installations`;
}
