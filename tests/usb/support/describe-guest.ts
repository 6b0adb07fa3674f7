/** Makes the checks of a guest tests of this computer's test runner, each with its own outcome. */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { GROUPS, type GroupName } from '../scenarios/index.ts';
import { type GuestRun, runInGuest } from './guest-run.ts';

/**
 * Boots one guest for all scenarios of a group.
 * @param limitMs how long the guest may take for everything, in milliseconds
 */
export function describeGuest(group: GroupName, limitMs: number): void {
  let guest: GuestRun;

  beforeAll(async () => {
    guest = await runInGuest({ group, limitMs });
  });
  afterAll(() => guest?.stop());

  describe.each([...GROUPS[group]].flat())('$name', ({ name, checks }) => {
    test.each([...checks])(
      '%s',
      async (check) => {
        const { error, figure } = await guest.result(name, check);
        if (figure) console.log(`${name}, ${check}: ${figure}`);
        if (error) throw inGuest(error);
      },
      // The guest's own limit comes first: it has more to say.
      limitMs + 30_000,
    );
  });
}

/** The error as the guest saw it: the place in this file means nothing. */
function inGuest(text: string): Error {
  const [message = ''] = text.split('\n    at ');
  const error = new Error(message);
  error.stack = text;
  return error;
}
