import { MensuraError } from './errors.ts';

/**
 * Waits for a promise for at most `ms` milliseconds. The work itself continues after the deadline.
 * @param what names the work in the error: `Stopping the serial driver`
 * @throws MensuraError `timeout`
 */
export async function withDeadline<Result>(work: Promise<Result>, ms: number, what: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MensuraError('timeout', `${what} timed out after ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
