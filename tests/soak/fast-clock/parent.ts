/** The program's channel to its parent process, which runs in real time. */
import type { ProgramReport, ProgramTask, ToParent, ToProgram, Wish } from './report.ts';

export class Parent {
  /** Whether a request is pending. */
  isAsked = false;

  /** The task: the first message. */
  async task(): Promise<ProgramTask> {
    const message = await this.#next();
    if (!('task' in message)) throw new Error('The first message is no task.');
    return message.task;
  }

  /** Sends a request; resolves when it is done. */
  async ask(wish: Wish): Promise<void> {
    this.isAsked = true;
    const done = this.#next();
    this.#say({ wish });
    await done;
    this.isAsked = false;
  }

  /** The last message. */
  tell(report: ProgramReport): void {
    process.send?.({ report } satisfies ToParent, () => process.exit(0));
  }

  #say(message: ToParent): void {
    process.send?.(message);
  }

  #next(): Promise<ToProgram> {
    return new Promise((resolve) => process.once('message', (message) => resolve(message as ToProgram)));
  }
}
