import { expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { killAgain, SURE_MS } from './support/kills.ts';

/** How often the process is killed; `npm run soak -- --only history-kills` does it more often. */
const KILLS = 6;

test(`a process that is killed ${KILLS} times under load loses nothing that was committed, and keeps it once`, {
  timeout: 180_000,
}, async () => {
  const folder = await temporaryFolder();
  // Spread over all lengths, so that there always is a life that is longer than what a kill may cost.
  let lives = 0;
  const random = (): number => (lives++ + Math.random()) / KILLS;
  const { readings, problems } = await killAgain({ folder, kills: KILLS, lifeMs: 1.5 * SURE_MS, random });
  expect(problems).toEqual([]);
  expect(readings).toBeGreaterThan(KILLS * 20);
});
