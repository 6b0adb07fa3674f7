/** Limits concurrent queries and converts the store's errors to those of the API. */
import { errorClause, isMensuraError, MensuraError } from '../support/errors.ts';
import { StoreError } from './types.ts';

/** Concurrent queries; further ones are refused. */
const MAX_QUERIES = 16;

export function toApiError(error: unknown): unknown {
  if (isMensuraError(error) || !(error instanceof StoreError)) return error;
  const text = `Cannot access stored readings: ${errorClause(error)}.`;
  return new MensuraError('storage-failed', text, { cause: error });
}

export class QueryLimiter {
  #underWay = 0;

  /** @throws MensuraError `too-many`, `storage-failed`; other errors of the query as they are */
  async run<Result>(query: () => Promise<Result>): Promise<Result> {
    if (this.#underWay >= MAX_QUERIES) {
      throw new MensuraError(
        'too-many',
        `${MAX_QUERIES} history queries are already running. Try again when one has ended.`,
      );
    }
    this.#underWay += 1;
    try {
      return await query();
    } catch (error) {
      throw toApiError(error);
    } finally {
      this.#underWay -= 1;
    }
  }
}
