/**
 * Knows which processes are being measured, and which of them ended although nobody ended them. One process runs one
 * benchmark (`run-one.ts`), so that the list is that benchmark's.
 */
import type { ChildProcess } from 'node:child_process';
import { endsWithUs } from '../mqtt/support/ends-with-us.ts';

const ended: string[] = [];

/**
 * Watches a process that is measured.
 * @param name as the report shall call it
 * @returns to be called right before it is ended on purpose
 */
export function watchProcess(child: ChildProcess, name: string): () => void {
  endsWithUs(child);
  const note = (): void => {
    const how = child.signalCode ? `by ${child.signalCode}` : `with code ${child.exitCode}`;
    ended.push(`${name} (process ${child.pid}) ended ${how} while it was measured.`);
  };
  child.once('exit', note);
  return () => {
    child.off('exit', note);
    // It may have ended already, and the event not have come yet.
    if (child.exitCode !== null || child.signalCode !== null) note();
  };
}

/** What ended by itself so far. */
export function unexpectedEnds(): readonly string[] {
  return [...new Set(ended)];
}
