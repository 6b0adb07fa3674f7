/** Further starts of the app while this one runs: whenever they come, none is forgotten. */
import type { App } from 'electron';
import { type WindowWishes, wishesOf } from './arguments.ts';

export class FurtherStarts {
  /** The latest start that nobody could answer yet. */
  #waiting: WindowWishes | undefined;
  #answer: ((wishes: WindowWishes) => void) | undefined;

  /** Listens from now on, and as long as the app runs: a start is told of once, to whoever listens then. */
  constructor(app: Pick<App, 'on'>) {
    app.on('second-instance', (_event, _argv, _folder, data) => this.#take(wishesOf(data)));
  }

  /** Answers every start from now on, and the latest of those that came before. */
  answer(answer: (wishes: WindowWishes) => void): void {
    this.#answer = answer;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) answer(waiting);
  }

  #take(wishes: WindowWishes): void {
    if (this.#answer) this.#answer(wishes);
    // One that wants no window takes back nothing that an earlier one wants.
    else if (!this.#waiting || !wishes.isHidden) this.#waiting = wishes;
  }
}
