import { expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { killAgain } from './support/kills.ts';

/** How often the process is killed; `npm run soak -- --only history-kills` does it more often. */
const KILLS = 10;

test(`a process that is killed ${KILLS} times under load loses nothing that was committed, and keeps it once`, {
  timeout: 180_000,
}, async () => {
  const folder = await temporaryFolder();
  const { readings, problems } = await killAgain({ folder, kills: KILLS, lifeMs: 1600, random: Math.random });
  expect(problems).toEqual([]);
  expect(readings).toBeGreaterThan(KILLS * 20);
});
