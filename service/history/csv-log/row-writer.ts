/** Writes rows in a separate process, which is started on demand. */
import type { HelperProcess } from '../../support/helper-process.ts';
import type { RowFile } from './day-file.ts';
import type { RowRequest, RowResponse } from './row-service.ts';

/** Error code: the process ended before it replied. */
export const WRITER_ENDED = 'ERR_WRITER_ENDED';

interface Pending {
  file: RowFile;
  settle(failure?: RowResponse['failure']): void;
}

interface Running {
  helper: HelperProcess;
  exited: Promise<void>;
}

export class RowWriter {
  readonly #start: () => HelperProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #numbers = new WeakMap<RowFile, number>();
  /** Files to which an ended process may have written more than it reported. */
  readonly #unsure = new WeakSet<RowFile>();
  #running: Running | undefined;
  #lastNumber = 0;
  #isEnded = false;

  constructor(start: () => HelperProcess) {
    this.#start = start;
  }

  /**
   * Appends whole rows. After a failure, pass the same rows again, with more behind them or not. May never settle on a
   * hanging disk.
   * @throws Error with the file system's code, or `WRITER_ENDED`
   */
  append(file: RowFile, rows: string): Promise<void> {
    if (this.#isEnded) return Promise.reject(new Error('the service is stopping'));
    const id = (this.#lastNumber += 1);
    const number = this.#numbers.get(file) ?? id;
    this.#numbers.set(file, number);
    const request: RowRequest = { id, number, file, rows, isRepeated: this.#unsure.delete(file) };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, {
        file,
        settle: (failure) => {
          this.#pending.delete(id);
          if (failure && request.isRepeated) this.#unsure.add(file);
          if (failure) reject(Object.assign(new Error(failure.message), { code: failure.code }));
          else resolve();
        },
      });
      this.#running ??= this.#startProcess();
      this.#running.helper.send(request);
    });
  }

  /** Ends the process and rejects pending requests. Resolves when the process has exited. May be called twice. */
  async end(): Promise<void> {
    this.#isEnded = true;
    const running = this.#running;
    running?.helper.kill();
    this.#fail('the service is stopping');
    await running?.exited;
  }

  #startProcess(): Running {
    const helper = this.#start();
    const exited = new Promise<void>((resolve) => {
      helper.onExit(() => {
        this.#running = undefined;
        this.#fail('the process that writes CSV files exited');
        resolve();
      });
    });
    helper.onMessage((message) => {
      const { id, failure } = message as RowResponse;
      this.#pending.get(id)?.settle(failure);
    });
    return { helper, exited };
  }

  #fail(message: string): void {
    for (const { file, settle } of this.#pending.values()) {
      this.#unsure.add(file);
      settle({ message, code: WRITER_ENDED });
    }
  }
}
