/** What a session is given in tests: a configuration, messages, and ears. */

import {
  MQTT_ADVANCED_DEFAULTS,
  type MqttClientInput,
  mqttAdvancedSchema,
  withMqttDefaults,
} from '../../../service/contract/index.ts';
import type { SessionLimits } from '../../../service/mqtt/session/limits.ts';
import { MqttSession, type SessionOptions } from '../../../service/mqtt/session/session.ts';
import type {
  ClientConfig,
  DeliveryOutcome,
  MessageSource,
  PublishRequest,
  SessionStatus,
} from '../../../service/mqtt/types.ts';
import { systemClock } from '../../../service/support/clock.ts';
import type { Logger } from '../../../service/support/logger.ts';
import { atEnd } from '../at-end.ts';
import { until } from '../until.ts';
import type { Subscriber } from './subscriber.ts';

/** A whole configuration from what matters in a test: 127.0.0.1, and reconnecting within moments. */
export function clientConfig({ password = '', advanced = {}, ...fields }: MqttClientInput = {}): ClientConfig {
  const { ca = '', certificate = '', key = '', proxy_password = '', ...more } = advanced;
  const reconnect = { min_delay: 20, max_delay: 200, ...fields.reconnect };
  return {
    identifier: 'lab',
    fields: withMqttDefaults('lab', { host: '127.0.0.1', ...fields, reconnect }),
    advanced: mqttAdvancedSchema.parse({ ...MQTT_ADVANCED_DEFAULTS, ...more }),
    secrets: { password, ca, certificate, key, proxy_password, signing_key: '' },
  };
}

/** A source as the real ones behave: in order, and again from the first that was not settled. */
export class ListSource implements MessageSource {
  readonly settled: { message: PublishRequest; outcome: DeliveryOutcome }[] = [];
  #waiting: PublishRequest[] = [];
  #taken: PublishRequest[] = [];
  rewinds = 0;
  takes = 0;
  onReady: (() => void) | undefined;

  push(...messages: PublishRequest[]): void {
    this.#waiting.push(...messages);
    this.onReady?.();
  }

  /** Messages taken and not settled. */
  get taken(): number {
    return this.#taken.length;
  }

  take(): PublishRequest | undefined {
    const message = this.#waiting.shift();
    if (message) {
      this.takes += 1;
      this.#taken.push(message);
    }
    return message;
  }

  settle(message: PublishRequest, outcome: DeliveryOutcome): void {
    const index = this.#taken.indexOf(message);
    if (index === -1) throw new Error(`Settled without being taken: ${message.payload}`);
    this.#taken.splice(index, 1);
    this.settled.push({ message, outcome });
  }

  rewind(): void {
    this.rewinds += 1;
    this.#waiting = [...this.#taken, ...this.#waiting];
    this.#taken = [];
  }
}

/** Messages with the payloads `first` to `first + count - 1`. */
export function numbered(count: number, more: Partial<PublishRequest> = {}, first = 0): PublishRequest[] {
  return Array.from({ length: count }, (_, index) => ({
    topic: MEASUREMENT,
    payload: String(first + index),
    qos: 1,
    retain: false,
    ...more,
  }));
}

/** The topic of `numbered`. */
export const MEASUREMENT = 'lab/E24638/measurement';

/** The numbers that came, in the order of coming. */
export function numbersAt(witness: Subscriber): number[] {
  return witness.on(MEASUREMENT).map(({ payload }) => Number(payload));
}

/** The same without repetitions: each number where it came first. */
export function firstOnes(all: readonly number[]): number[] {
  return [...new Set(all)];
}

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Waits until so many messages of a session are settled. */
export async function settled({ source }: TestSession, count: number): Promise<void> {
  await until(`${count} settled messages`, () => source.settled.length >= count, 40_000);
}

export const WILL: PublishRequest = { topic: 'lab/status', payload: 'offline', qos: 1, retain: true };

/** A logger that keeps what it was told, `warn: text`. */
export function listeningLogger(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (text: string) => void lines.push(`${level}: ${text}`);
  const logger: Logger = {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    child: () => logger,
  };
  return { logger, lines };
}

/** Something with a state that may be over within milliseconds. */
interface Stateful<Status extends { state: string }> {
  readonly status: Status;
  readonly events: { on(event: 'status', listener: (status: Status) => void): () => void };
}

/** Waits until it is in this state, however short, and answers the status. */
export async function statusIn<Status extends { state: string }>(
  state: Status['state'],
  { status, events }: Stateful<Status>,
): Promise<Status> {
  let found = status.state === state ? status : undefined;
  const forget = events.on('status', (next) => {
    if (next.state === state) found ??= next;
  });
  try {
    return await until(`the state ${state}`, () => found);
  } finally {
    forget();
  }
}

export interface TestSession {
  session: MqttSession;
  source: ListSource;
  /** Every status it had. */
  history: SessionStatus[];
  /** What it logged, debug lines left out. */
  log(): string[];
  /** Waits until it is in this state, and answers the status. */
  state(state: SessionStatus['state']): Promise<SessionStatus>;
}

/** Starts a session; it is stopped at the end of the test file, if not before. */
export function startSession(
  config: ClientConfig,
  options: Partial<Omit<SessionOptions, 'limits'>> & { limits?: Partial<SessionLimits> } = {},
): TestSession {
  const source = new ListSource();
  const { logger, lines } = listeningLogger();
  const session = new MqttSession({
    config,
    clientId: 'mensura-test',
    will: WILL,
    sources: [source],
    clock: systemClock,
    logger,
    ...options,
  });
  const history: SessionStatus[] = [];
  session.events.on('status', (status) => history.push(status));
  atEnd(() => session.stop([]));
  session.start();
  return {
    session,
    source,
    history,
    log: () => lines.filter((line) => !line.startsWith('debug')),
    state: (state) => statusIn<SessionStatus>(state, session),
  };
}
