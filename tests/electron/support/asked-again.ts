/** Questions to the app's main process whose answers get lost. */
import type { ElectronApplication } from 'playwright';
import { errorText } from '../../../service/support/errors.ts';

/** What the engine's inspector answers when it collected the promise of an answer before that came. Seen once in many runs. */
const LOST = /promise was (?:garbage )?collected/i;

/** Asks once more where an answer was lost; what was asked for is then done twice. */
export function askedAgain(electron: ElectronApplication): ElectronApplication {
  const evaluate = electron.evaluate.bind(electron) as (...words: unknown[]) => Promise<unknown>;
  electron.evaluate = (async (...words: unknown[]) => {
    try {
      return await evaluate(...words);
    } catch (error) {
      if (!LOST.test(errorText(error))) throw error;
      return evaluate(...words);
    }
  }) as ElectronApplication['evaluate'];
  return electron;
}
