/** The newest payload of each retained topic, and which of them the broker does not have yet. */
import type { Logger } from '../../support/logger.ts';
import type { DeliveryOutcome, MessageSource, PublishRequest } from '../types.ts';

/** Deletes a retained message (MQTT 5.0, 3.3.1.3). */
export const EMPTY_PAYLOAD = '';

export interface RetainedTopicsOptions {
  qos: PublishRequest['qos'];
  /** Whether a topic may be published; `release` is called when more may. */
  isReleased(topic: string): boolean;
  onCleared(topic: string): void;
  logger: Logger;
}

export class RetainedTopics implements MessageSource {
  onReady: (() => void) | undefined;
  readonly #options: RetainedTopicsOptions;
  readonly #payloads = new Map<string, string>();
  /** To publish, first in first out. */
  #dirty = new Set<string>();
  /** To publish once released. */
  #held = new Set<string>();
  #isRefusalReported = false;

  constructor(options: RetainedTopicsOptions) {
    this.#options = options;
  }

  get(topic: string): string | undefined {
    return this.#payloads.get(topic);
  }

  /** Does nothing if the topic has this payload already. */
  set(topic: string, payload: string): void {
    if (this.#payloads.get(topic) === payload) return;
    this.#payloads.set(topic, payload);
    if (!this.#options.isReleased(topic)) {
      this.#held.add(topic);
      return;
    }
    this.#dirty.add(topic);
    this.onReady?.();
  }

  /** More topics may be published than before. */
  release(): void {
    const held = this.#held;
    this.#held = new Set();
    for (const topic of held) (this.#options.isReleased(topic) ? this.#dirty : this.#held).add(topic);
    if (this.#dirty.size > 0) this.onReady?.();
  }

  take(): PublishRequest | undefined {
    const [topic] = this.#dirty;
    if (topic === undefined) return undefined;
    this.#dirty.delete(topic);
    return { topic, payload: this.#payloads.get(topic) ?? EMPTY_PAYLOAD, qos: this.#options.qos, retain: true };
  }

  settle({ topic, payload }: PublishRequest, outcome: DeliveryOutcome): void {
    if (outcome.kind === 'refused') {
      this.#logRefusal(topic, outcome.text);
      return;
    }
    if (payload !== EMPTY_PAYLOAD || this.#payloads.get(topic) !== EMPTY_PAYLOAD || this.#dirty.has(topic)) return;
    this.#payloads.delete(topic);
    this.#options.onCleared(topic);
  }

  /** Publishes all topics again, in their first order: the broker may have lost even acknowledged ones. */
  rewind(): void {
    this.#dirty = new Set([...this.#payloads.keys()].filter((topic) => !this.#held.has(topic)));
    if (this.#dirty.size > 0) this.onReady?.();
  }

  #logRefusal(topic: string, text: string): void {
    const message = `broker rejected the retained message on ${topic}: ${text}`;
    if (this.#isRefusalReported) this.#options.logger.debug(message);
    else this.#options.logger.warn(`${message.replace(/\.$/, '')} (further rejections at level debug)`);
    this.#isRefusalReported = true;
  }
}
