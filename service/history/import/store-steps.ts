/** Passes columns of readings to the store, step by step, so that recording goes on between. */
import type { CheckedStep, ImportedColumn, ImportStep, ImportStore } from './types.ts';

/** Readings sent to the store at once: what it does not handle in a step is sent again. */
const SENT_READINGS = 4096;

export type StepCounts = Omit<CheckedStep, 'consumed'>;

/**
 * @param step handles the first readings of a column
 * @param onDone is called with the number of readings handled
 * @throws errors of the step; the reason of the signal
 */
export async function inSteps(
  column: ImportedColumn,
  step: (first: ImportedColumn) => Promise<ImportStep & Partial<CheckedStep>>,
  onDone: (readings: number) => void,
  signal: AbortSignal,
): Promise<StepCounts> {
  const counts = { added: 0, stored: 0, covered: 0, expired: 0, aggregated: 0 };
  let start = 0;
  while (start < column.at.length) {
    signal.throwIfAborted();
    const end = start + SENT_READINGS;
    // Copies: a message with a part of an array would send all of it.
    const first = {
      at: column.at.slice(start, end),
      value: column.value.slice(start, end),
      reach: column.reach.slice(start, end),
    };
    const { consumed, added, stored, covered, expired = 0, aggregated = 0 } = await step(first);
    start += consumed;
    counts.added += added;
    counts.stored += stored;
    counts.covered += covered;
    counts.expired += expired;
    counts.aggregated += aggregated;
    onDone(consumed);
  }
  return counts;
}

/** Removes the readings that an import added, and forgets it. @param onDone is called with the share that is done */
export async function removeImport(
  store: Pick<ImportStore, 'parts' | 'removePart' | 'forget'>,
  id: string,
  onDone: (share: number) => void,
  isStopped: () => boolean,
): Promise<void> {
  const parts = await store.parts(id);
  for (const [index, { part }] of parts.toReversed().entries()) {
    if (isStopped()) return;
    await store.removePart(part);
    onDone((index + 1) / parts.length);
  }
  if (!isStopped()) await store.forget(id);
}
