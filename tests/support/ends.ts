/** Ends what a scenario began. */

/** Registers something to end: a process, a folder. */
export type AtEnd = (end: () => unknown) => void;

/** Runs a scenario; what it registers is ended when it is over, last come first, however it went. */
export async function withEnds<Answer>(run: (atEnd: AtEnd) => Promise<Answer>): Promise<Answer> {
  const ends: (() => unknown)[] = [];
  try {
    return await run((end) => ends.push(end));
  } finally {
    const errors: unknown[] = [];
    for (const end of ends.toReversed()) {
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    }
    // Not thrown: the scenario's own error says more.
    for (const error of errors) console.error('After the scenario:', error);
  }
}
