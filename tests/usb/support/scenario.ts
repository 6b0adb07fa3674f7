/**
 * What is checked inside the guest, in a form that both sides can load: the guest runs it, this computer's test runner
 * learns the names from it, so that a check which was never run is seen to be missing.
 */
import { type AtEnd, withEnds } from '../../support/ends.ts';

/** Checks what it is about. What it answers is a figure for the reader of the log. */
type Check<Stage> = (stage: Stage) => Promise<string | void>;

/** The outcome of one check, as it crosses from the guest. */
export interface CheckResult {
  scenario: string;
  check: string;
  ms: number;
  figure?: string;
  /** Where it failed: what and where. */
  error?: string;
}

/** Checks that are run one after the other on one stage. */
export interface Scenario {
  name: string;
  checks: readonly string[];
  /** Runs all of them: one that fails does not keep the next from running. */
  run(report: (result: CheckResult) => void): Promise<void>;
}

/** How long one check, and setting the stage, may take, in milliseconds: bounds, not expectations. */
export const CHECK_LIMIT_MS = 400_000;
const STAGE_LIMIT_MS = 900_000;

function errorOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\nCaused by: ${errorOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

async function within<Answer>(limitMs: number, work: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It was not over after ${limitMs} ms.`)), limitMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/**
 * @param open sets the stage; what it registers is ended after the last check
 * @param checks by their names, which are the names of the tests
 * @param limitMs how long each may take, in milliseconds
 */
export function scenario<Stage>(
  name: string,
  open: (atEnd: AtEnd) => Promise<Stage>,
  checks: Record<string, Check<Stage>>,
  limitMs = CHECK_LIMIT_MS,
): Scenario {
  const run = async (report: (result: CheckResult) => void, atEnd: AtEnd): Promise<void> => {
    const stage = await within(STAGE_LIMIT_MS, open(atEnd)).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: `The stage could not be set: ${errorOf(error)}` }),
    );
    for (const [title, check] of Object.entries(checks)) {
      const begin = performance.now();
      const result: CheckResult = { scenario: name, check: title, ms: 0 };
      try {
        if ('error' in stage) result.error = stage.error;
        else result.figure = (await within(limitMs, check(stage.value))) ?? '';
      } catch (error) {
        result.error = errorOf(error);
      }
      report({ ...result, ms: Math.round(performance.now() - begin) });
    }
  };
  return { name, checks: Object.keys(checks), run: (report) => withEnds((atEnd) => run(report, atEnd)) };
}
