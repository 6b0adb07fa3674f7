/**
 * The measured processes, and those that ended unexpectedly. One process runs one benchmark (`run-one.ts`), so the list
 * is that benchmark's.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { endsWithUs } from '../support/ends-with-us.ts';

const ended: string[] = [];

/**
 * Watches a measured process.
 * @param name in the report
 * @returns a function to call right before ending it; may be called twice
 */
export function watchProcess(child: ChildProcess, name: string): () => void {
  endsWithUs(child);
  const note = (): void => {
    const how = child.signalCode ? `by ${child.signalCode}` : `with code ${child.exitCode}`;
    ended.push(`${name} (process ${child.pid}) ended ${how} while it was measured.`);
  };
  child.once('exit', note);
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    child.off('exit', note);
    // It may have ended already without its event.
    if (child.exitCode !== null || child.signalCode !== null) note();
  };
}

/**
 * The next message of a program.
 * @param name in errors
 * @throws Error if it ends, or sends nothing within this number of milliseconds
 */
export async function messageOf(child: ChildProcess, name: string, timeoutMs: number): Promise<unknown> {
  const silence = new AbortController();
  const giveUp = (why: string): void => silence.abort(new Error(`The program ${name} ${why}.`));
  const deadline = setTimeout(() => giveUp(`said nothing within ${timeoutMs} ms`), timeoutMs);
  const end = (): void => giveUp('ended');
  child.once('exit', end);
  try {
    const [message] = (await once(child, 'message', { signal: silence.signal })) as [unknown];
    return message;
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error;
  } finally {
    clearTimeout(deadline);
    child.off('exit', end);
  }
}

/** Unexpected ends so far. */
export function unexpectedEnds(): readonly string[] {
  return [...new Set(ended)];
}
