/** The listed alarms, the waiting log entries and the waiting notifications, stored over restarts in one file. */
import { join } from 'node:path';
import * as z from 'zod';
import { alarmSchema } from '../contract/index.ts';
import { CoalescedWriter } from '../support/coalesced-writer.ts';
import { errorText } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { MAX_ACTIVE_ALARMS } from './active-alarms.ts';
import { MAX_WAITING } from './alarm-log.ts';
import { notificationStateSchema } from './notification-queue.ts';

const fileSchema = z.strictObject({
  version: z.literal(1),
  /** Oldest first. */
  listed: z.array(alarmSchema).max(MAX_ACTIVE_ALARMS),
  unlogged: z.array(alarmSchema).max(MAX_WAITING),
  /** Missing in files of versions without notifications. */
  notifications: notificationStateSchema.default({ events: [], destinations: {} }),
});
export type AlarmState = Omit<z.infer<typeof fileSchema>, 'version'>;

export class AlarmStateStore {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;
  /** Writes that fail are logged: alarms continue without the file. */
  readonly writes = new CoalescedWriter(() => this.#write());
  #current: (() => AlarmState) | undefined;
  #isFailing = false;

  constructor(dataDir: string, logger: Logger) {
    const empty = (): z.infer<typeof fileSchema> => ({
      version: 1,
      listed: [],
      unlogged: [],
      notifications: { events: [], destinations: {} },
    });
    this.#file = new JsonFile(join(dataDir, 'alarm-state.json'), fileSchema, empty);
    this.#logger = logger;
  }

  /**
   * Reads the file.
   * @returns what was wrong with it, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  /** The state last read or written. */
  get state(): AlarmState {
    return this.#file.value;
  }

  /** @param current returns the state to write; called at each write */
  startWriting(current: () => AlarmState): void {
    this.#current = current;
  }

  async #write(): Promise<boolean> {
    const state = this.#current?.();
    if (!state) return true;
    try {
      await this.#file.update(() => ({ version: 1, ...state }));
      this.#isFailing = false;
      return true;
    } catch (error) {
      if (!this.#isFailing) {
        this.#logger.warn(
          `cannot save alarm state: ${errorText(error)} (alarms may be reported again after a restart; check disk space)`,
          { error },
        );
      }
      this.#isFailing = true;
      return false;
    }
  }
}
