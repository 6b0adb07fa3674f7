/** What a test file started is ended when the file is over; `end-of-file.ts` sees to that in each project. */
const ends: (() => unknown)[] = [];

/** Calls this when the test file is over, last come first. */
export function atEnd(end: () => unknown): void {
  ends.push(end);
}

/** Ends everything, also where one of the ends fails, which is thrown after the last of them. */
export async function endAll(): Promise<void> {
  const errors: unknown[] = [];
  for (const end of ends.splice(0).toReversed()) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not everything of this file could be ended');
}
