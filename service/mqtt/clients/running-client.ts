/** One configuration of one client: starts and stops its publisher, outbox and session together. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MqttStatus } from '../../contract/index.ts';
import type { ProblemReport } from '../../devices/problems.ts';
import { Outbox } from '../../outbox/outbox.ts';
import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import { ClientPublisher } from '../publish/client-publisher.ts';
import type { DevicePublisher } from '../publish/device-publisher.ts';
import { MqttSession } from '../session/session.ts';
import type { ClientConfig } from '../types.ts';
import { clientIdOf, folderNameOf } from './client-id.ts';
import { RM_OPTIONS } from './stray-folders.ts';

/** Counted since the service started, across configurations. */
export type ClientCounts = Pick<MqttStatus, 'published' | 'violations'>;

export interface ClientContext {
  publisher: DevicePublisher;
  /** `MS...`. */
  installation: string;
  /** Holds a folder for each client. */
  folder: string;
  clock: Clock;
  logger: Logger;
  raise(report: ProblemReport): void;
  clear(report: Pick<ProblemReport, 'code' | 'subject'>): void;
}

export class RunningClient {
  readonly #config: ClientConfig;
  readonly #context: ClientContext;
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #outbox: Outbox;
  readonly #publisher: ClientPublisher;
  readonly #session: MqttSession;
  readonly #onChange: () => void;
  #endings: (() => void)[] = [];

  /** @param onChange called when the session's state changed */
  constructor(config: ClientConfig, context: ClientContext, onChange: () => void) {
    const { identifier, fields, advanced } = config;
    const { publisher, installation, folder, clock, logger } = context;
    this.#config = config;
    this.#context = context;
    this.#onChange = onChange;
    this.#folder = join(folder, folderNameOf(identifier));
    this.#logger = logger.child(`mqtt ${identifier}`);
    this.#outbox = new Outbox({
      folder: join(this.#folder, 'outbox'),
      owner: `MQTT client ${identifier}`,
      prefix: fields.name,
      qos: advanced.qos,
      storing: advanced.store_and_forward,
      clock,
      logger: this.#logger,
      onProblem: (problem) => this.#reportStorage(problem),
    });
    this.#publisher = new ClientPublisher({
      config,
      installation,
      publisher,
      outbox: this.#outbox,
      folder: this.#folder,
      clock,
      logger: this.#logger,
    });
    this.#session = new MqttSession({
      config,
      clientId: clientIdOf(installation, identifier, advanced.client_id),
      will: this.#publisher.will,
      sources: [this.#publisher.retained, this.#outbox],
      clock,
      logger: this.#logger,
    });
  }

  /** Buffers readings until `start`. A disabled client ignores them. */
  listen(): void {
    if (this.#config.advanced.enabled) this.#publisher.listen();
  }

  stopListening(): void {
    this.#publisher.unsubscribe();
  }

  /** The outbox first: readings of this run follow those of an earlier one. */
  async start(): Promise<void> {
    this.listen();
    this.#endings = [
      this.#session.events.on('status', () => this.#follow()),
      // A session that carries messages over does not rewind, but the broker has published the last will meanwhile.
      this.#session.events.on('online', () => this.#publisher.retained.rewind()),
    ];
    // It has reported its failure as a problem, and works in memory.
    await this.#outbox.start().catch(() => {});
    if (this.#config.advanced.enabled) await this.#publisher.start();
    this.#session.start();
    this.#follow();
  }

  /** Disconnects; readings are still queued. */
  disconnect(): Promise<void> {
    return this.#session.stop([this.#publisher.will]);
  }

  /** Disconnects and stores everything for the next run. */
  async stop(): Promise<void> {
    await this.disconnect();
    await this.#end(() => this.#outbox.stop());
  }

  /** Disconnects, clears the client's topics if the broker is reachable, and deletes its files. */
  async remove(): Promise<void> {
    await this.#session.stop(this.#publisher.clearing);
    await this.#end(() => this.#outbox.destroy());
    await rm(this.#folder, RM_OPTIONS);
  }

  connectNow(): void {
    this.#session.connectNow();
  }

  wake(): void {
    this.#session.wake();
  }

  /** @param former counters of the client's earlier configurations */
  status(former: ClientCounts): MqttStatus {
    const { state, since, error, nextRetry } = this.#session.status;
    const { size, bytes, discarded, delivered, lastDelivered } = this.#outbox;
    return {
      state,
      since: new Date(since).toISOString(),
      error,
      next_retry: nextRetry === null ? null : new Date(nextRetry).toISOString(),
      published: former.published + delivered,
      queued: size,
      queued_bytes: bytes,
      dropped: discarded,
      violations: former.violations + this.#session.violations,
      last_published: lastDelivered && {
        topic: lastDelivered.topic,
        payload: lastDelivered.payload,
        timestamp: new Date(lastDelivered.deliveredAt).toISOString(),
      },
    };
  }

  /** Since the start. */
  get counts(): ClientCounts {
    return { published: this.#outbox.delivered, violations: this.#session.violations };
  }

  async #end(endOutbox: () => Promise<void>): Promise<void> {
    const subject = this.#config.identifier;
    try {
      await this.#publisher.stop();
      await endOutbox();
    } finally {
      for (const end of this.#endings) end();
      this.#endings = [];
      this.#context.clear({ code: 'broker-refused', subject });
      this.#context.clear({ code: 'outbox-unusable', subject });
    }
  }

  /** A refusing broker needs a change by the user, which makes it a problem. An unreachable one does not. */
  #follow(): void {
    const { state, error } = this.#session.status;
    const { identifier } = this.#config;
    this.#outbox.setConnected(state === 'online');
    // The text is that of the last violation and stays until a connection is stable.
    if (error && (state === 'failed' || error.code === 'protocol-violated')) {
      const text = `MQTT client ${identifier}: ${error.text}`;
      this.#context.raise({ code: 'broker-refused', subject: identifier, text, remedy: error.remedy });
    } else if (state !== 'connecting') {
      this.#context.clear({ code: 'broker-refused', subject: identifier });
    }
    this.#onChange();
  }

  #reportStorage(problem: { text: string; remedy: string } | null): void {
    const subject = this.#config.identifier;
    if (problem) this.#context.raise({ code: 'outbox-unusable', subject, ...problem });
    else this.#context.clear({ code: 'outbox-unusable', subject });
  }
}
