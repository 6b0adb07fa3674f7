/** The retained topics a client ever published, stored so that a later run can correct or clear them. */
import { join } from 'node:path';
import * as z from 'zod';
import { CoalescedWriter } from '../../support/coalesced-writer.ts';
import { errorText } from '../../support/errors.ts';
import { JsonFile } from '../../support/json-file.ts';
import type { Logger } from '../../support/logger.ts';
import { makeFolder } from '../../support/private-file.ts';

/** Topics per client; further ones are not published. */
export const MAX_TOPICS = 100_000;

const fileSchema = z.strictObject({
  version: z.literal(1),
  broker: z.strictObject({ host: z.string(), port: z.int() }),
  prefix: z.string(),
  /** Topics under the prefix. */
  topics: z.array(z.string()),
  /** Topics of Home Assistant discovery. */
  discovery: z.array(z.string()),
  /** Topics of former configurations and removed channels: still to be cleared. */
  stale: z.array(z.string()),
});
type ListFile = z.infer<typeof fileSchema>;

/** `own` is under the prefix, `discovery` is Home Assistant's, `stale` is to be cleared. */
export type TopicKind = 'own' | 'discovery' | 'stale';

export interface TopicListOptions {
  /** Holds `topics.json`; created if missing. */
  folder: string;
  broker: { host: string; port: number };
  prefix: string;
  /** Whether the configuration still uses a discovery topic. */
  hasDiscovery(topic: string): boolean;
  logger: Logger;
  /** Called when pending topics were written to the file. */
  onStored(): void;
}

export class TopicList {
  readonly #options: TopicListOptions;
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #kinds = new Map<string, TopicKind>();
  /** New topics not in the file yet. */
  readonly #waiting = new Set<string>();
  readonly #writes = new CoalescedWriter(() => this.#write());
  #isFull = false;
  #isFailing = false;

  constructor(options: TopicListOptions) {
    this.#options = options;
    const { folder, broker, prefix } = options;
    const empty = (): ListFile => ({ version: 1, broker, prefix, topics: [], discovery: [], stale: [] });
    this.#file = new JsonFile(join(folder, 'topics.json'), fileSchema, empty);
  }

  /** Reads the list of an earlier run. An unreadable list is reported and replaced. */
  async start(): Promise<void> {
    const { folder, logger } = this.#options;
    try {
      // Below the data folder and the folder of all clients.
      await makeFolder(folder, 2);
      const damage = await this.#file.read();
      if (damage) logger.warn(`topic list damaged, earlier retained topics are not cleared: ${damage}`);
      this.#load(this.#file.value);
    } catch (error) {
      logger.warn(`cannot use the topic list: ${errorText(error)}`, { error });
    }
  }

  /** Writes pending changes and stops. */
  stop(): Promise<void> {
    return this.#writes.stop();
  }

  /** Writes pending changes. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  /** The topics of one kind, in order of addition. */
  of(kind: TopicKind): string[] {
    return [...this.#kinds].filter(([, other]) => other === kind).map(([topic]) => topic);
  }

  /** Whether a topic exists and is of this kind. */
  has(topic: string, kind: TopicKind): boolean {
    return this.#kinds.get(topic) === kind;
  }

  /** Every topic, in order of addition. */
  all(): string[] {
    return [...this.#kinds.keys()];
  }

  /**
   * Adds a topic or changes its kind.
   * @returns false for a new one beyond the limit
   */
  add(topic: string, kind: TopicKind): boolean {
    const known = this.#kinds.get(topic);
    if (known === kind) return true;
    if (known === undefined) {
      if (this.#kinds.size >= MAX_TOPICS) return this.#refuse();
      this.#waiting.add(topic);
    }
    this.#kinds.set(topic, kind);
    this.#writes.request();
    return true;
  }

  /** Removes a topic cleared at the broker. */
  remove(topic: string): void {
    if (!this.#kinds.delete(topic)) return;
    this.#waiting.delete(topic);
    this.#writes.request();
  }

  /** Whether a topic may be published: the file contains it, or cannot be written. */
  isReleased(topic: string): boolean {
    return !this.#waiting.has(topic);
  }

  #load({ broker, prefix, topics, discovery, stale }: ListFile): void {
    const { broker: ours, prefix: ourPrefix, hasDiscovery } = this.#options;
    // Retained messages at another broker are out of reach.
    if (broker.host.toLowerCase() !== ours.host.toLowerCase() || broker.port !== ours.port) return;
    for (const topic of stale) this.#kinds.set(topic, 'stale');
    for (const topic of topics) this.#kinds.set(topic, prefix === ourPrefix ? 'own' : 'stale');
    for (const topic of discovery) this.#kinds.set(topic, hasDiscovery(topic) ? 'discovery' : 'stale');
  }

  #refuse(): false {
    if (!this.#isFull) {
      this.#options.logger.warn(
        `limit of ${MAX_TOPICS} retained topics reached; only readings of further devices are published`,
      );
    }
    this.#isFull = true;
    return false;
  }

  async #write(): Promise<boolean> {
    const batch = [...this.#waiting];
    const { broker, prefix } = this.#options;
    const [topics, discovery, stale] = [this.of('own'), this.of('discovery'), this.of('stale')];
    const isWritten = await this.#file
      .update(() => ({ version: 1, broker, prefix, topics, discovery, stale }))
      .then(
        () => true,
        (error: unknown) => this.#logFailure(error),
      );
    if (isWritten) this.#isFailing = false;
    for (const topic of batch) this.#waiting.delete(topic);
    this.#options.onStored();
    return isWritten;
  }

  #logFailure(error: unknown): false {
    if (!this.#isFailing) {
      this.#options.logger.warn(
        `cannot write the topic list: ${errorText(error)} (publishing continues; check disk space)`,
        { error },
      );
    }
    this.#isFailing = true;
    return false;
  }
}
