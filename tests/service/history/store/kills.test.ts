import { expect, test } from 'vitest';
import { PROPERTY_SEED } from '../../../support/property-runs.ts';
import { Random } from '../../../support/random.ts';
import { temporaryFolder } from './support/folder.ts';
import { killAgain } from './support/kills.ts';

/** How often the process is killed; `npm run soak -- --only history-kills` does it more often, after longer lives. */
const KILLS = 4;

test(`a process that is killed ${KILLS} times under load loses nothing that was committed, and keeps it once`, {
  timeout: 180_000,
}, async () => {
  const folder = await temporaryFolder();
  const random = new Random(PROPERTY_SEED);
  const { readings, problems } = await killAgain({ folder, kills: KILLS, lifeMs: 500, random: () => random.next() });
  expect(problems).toEqual([]);
  expect(readings, 'each life committed something').toBeGreaterThanOrEqual(KILLS);
});
