/** Questions to the app's main process whose answers cannot get lost. */
import type { ElectronApplication } from 'playwright';

declare global {
  /** The answers that are on their way. */
  var keptAnswers: Set<Promise<unknown>> | undefined;
}

interface Question {
  /** The function that is asked for, as text. */
  text: string;
  argument: unknown;
}

/**
 * Keeps each answer until it is told. The inspector does not hold the promise of one: where garbage is collected
 * between its end and the microtask that tells it, it says "Promise was collected" in its place. An answer that comes
 * in a turn of its own has its microtasks run at once.
 */
export function keepAnswers(electron: ElectronApplication): ElectronApplication {
  const evaluate = electron.evaluate.bind(electron);
  const ask = (work: unknown, argument?: unknown): Promise<unknown> =>
    evaluate<unknown, Question>(
      (modules, question) => {
        globalThis.keptAnswers ??= new Set();
        const kept = globalThis.keptAnswers;
        const { promise, resolve, reject } = Promise.withResolvers<unknown>();
        kept.add(promise);
        const forget = (): boolean => kept.delete(promise);
        promise.then(forget, forget);
        const fail = (error: unknown): unknown => setImmediate(reject, error);
        try {
          // oxlint-disable-next-line no-eval -- a function comes here as text
          const asked = (0, eval)(`(${question.text})`) as (of: unknown, argument: unknown) => unknown;
          Promise.resolve(asked(modules, question.argument)).then((answer) => setImmediate(resolve, answer), fail);
        } catch (error) {
          fail(error);
        }
        return promise;
      },
      { text: String(work), argument },
    );
  electron.evaluate = ask as ElectronApplication['evaluate'];
  return electron;
}
