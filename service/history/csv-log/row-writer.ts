/** Has rows written by a process of its own, which is started when it is needed. */
import type { HelperProcess } from '../../support/helper-process.ts';
import type { RowAnswer, RowFile, RowRequest } from './row-service.ts';

/** The code of an error that says that the process ended before it answered. */
export const WRITER_ENDED = 'ERR_WRITER_ENDED';

interface Pending {
  file: RowFile;
  settle(failure?: RowAnswer['failure']): void;
}

interface Running {
  helper: HelperProcess;
  exited: Promise<void>;
}

export class RowWriter {
  readonly #start: () => HelperProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #numbers = new WeakMap<RowFile, number>();
  /** Files of which a process that ended may have written more than it said. */
  readonly #unsure = new WeakSet<RowFile>();
  #running: Running | undefined;
  #lastNumber = 0;
  #isEnded = false;

  constructor(start: () => HelperProcess) {
    this.#start = start;
  }

  /**
   * Appends whole rows. After it failed the same rows have to be given again, with others behind them or not. May take
   * forever, on a disk that does not answer.
   * @throws Error with the code of the file system, or `WRITER_ENDED`
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
      this.#running ??= this.#begin();
      this.#running.helper.send(request);
    });
  }

  /** Ends the process; what it has not answered fails. Resolves when the process is gone. May be called twice. */
  async end(): Promise<void> {
    this.#isEnded = true;
    const running = this.#running;
    running?.helper.kill();
    this.#fail('the service is stopping');
    await running?.exited;
  }

  #begin(): Running {
    const helper = this.#start();
    const exited = new Promise<void>((resolve) => {
      helper.onExit(() => {
        this.#running = undefined;
        this.#fail('the process that writes CSV files exited');
        resolve();
      });
    });
    helper.onMessage((message) => {
      const { id, failure } = message as RowAnswer;
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
