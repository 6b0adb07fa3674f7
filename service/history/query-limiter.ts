/** Bounds what is asked of the store at a time, and tells its failures in the words of the API. */
import { errorClause, isMensuraError, MensuraError } from '../support/errors.ts';
import { StoreError } from './types.ts';

/** The most questions under way; one more is refused. */
const MAX_QUESTIONS = 16;

/** What went wrong with the store, as the API tells it. */
export function toApiError(error: unknown): unknown {
  if (isMensuraError(error) || !(error instanceof StoreError)) return error;
  const text = `Cannot access stored readings: ${errorClause(error)}.`;
  return new MensuraError('storage-failed', text, { cause: error });
}

export class QueryLimiter {
  #underWay = 0;

  /**
   * Asks, unless too much is being asked.
   * @throws MensuraError `too-many`, `storage-failed`; whatever else the question throws
   */
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    if (this.#underWay >= MAX_QUESTIONS) {
      throw new MensuraError(
        'too-many',
        `${MAX_QUESTIONS} history queries are already running. Try again in a moment.`,
      );
    }
    this.#underWay += 1;
    try {
      return await question();
    } catch (error) {
      throw toApiError(error);
    } finally {
      this.#underWay -= 1;
    }
  }
}
