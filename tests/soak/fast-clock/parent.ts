/** The program's line to the process that started it, which lives in real time. */
import type { ProgramReport, ProgramTask, ToParent, ToProgram, Wish } from './report.ts';

export class Parent {
  /** Whether it was asked for something that is not done yet. */
  isAsked = false;

  /** What is to be done: the first it says. */
  async task(): Promise<ProgramTask> {
    const message = await this.#next();
    if (!('task' in message)) throw new Error('The first message is no task.');
    return message.task;
  }

  /** Asks for something; resolves when it is done. */
  async ask(wish: Wish): Promise<void> {
    this.isAsked = true;
    const done = this.#next();
    this.#say({ wish });
    await done;
    this.isAsked = false;
  }

  /** The last thing. */
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
