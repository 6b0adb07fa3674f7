/** The Databases page by keyboard, in all sizes, and its accessibility. */
import { describe, expect, test } from 'vitest';
import { databaseError, databaseView } from '../support/views/databases.ts';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { databasesRig } from './support/databases-page.ts';
import { focused, overflows, sticksOut } from './support/entry-page.ts';

const rig = databasesRig();
const { open } = rig;

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

test('everything can be done by keyboard alone', async () => {
  for (const id of ['archive', 'hall']) rig.service.databases.put(databaseView({ id }));
  const { page, row, main } = await open('');
  await page.waitForURL(/archive$/);
  const { keyboard } = page;
  await row(/archive/).focus();
  await keyboard.press('ArrowDown');
  await page.waitForURL(/hall$/);
  await expect.poll(() => focused(page)).toBe('hall');
  const tabTo = async (what: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await focused(page)) === what) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab never came to ${what}.`);
  };
  await tabTo('database');
  await keyboard.press('Control+a');
  await keyboard.type('other');
  await keyboard.press('Control+s');
  await expect.poll(() => rig.service.databases.databases.get('hall')?.config.database).toBe('other');
  await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await tabTo('Start backfill');
  await keyboard.press('Enter');
  await expect.poll(() => rig.service.databases.bodies('POST', 'databases/hall/backfill')).toHaveLength(1);
});

const LONG = 'a name with so many words that no pane on any screen has room for all of it, however wide it is drawn';

function putLongOne(): void {
  const host = 'a-very-long-host-name.with-a-very-long-domain.eu-central-1.tsdb.provider.example.com';
  rig.service.databases.put(
    databaseView({
      id: 'long',
      config: { name: LONG.slice(0, 100), url: `https://${host}:8086` },
      status: {
        state: 'waiting',
        error: databaseError('port-refused', `Nothing is listening on port 8086 of ${host}.`, 'Check the port.'),
        next_retry: inSeconds(30),
        waiting: 12_345_678,
        discarded: 3,
        refused: { line: `mensura,serial=${'x'.repeat(300)}`, text: LONG, timestamp: new Date().toISOString() },
      },
    }),
  );
}

test.each([
  [1440, 900],
  [1024, 700],
  // The same at 200 %.
  [720, 450],
  [320, 640],
])('at %i x %i nothing is out of reach', async (width, height) => {
  putLongOne();
  rig.service.put(appDevice({ serial: 'E24638' }));
  const { page, main, field, save } = await open('/long', { viewport: { width, height } });
  await field('URL').waitFor();
  await main.getByRole('button', { name: /^What is written/ }).click();
  await main.getByText(/lines per hour/).waitFor();
  await main.getByRole('button', { name: /^Advanced/ }).click();
  expect(await overflows(page)).toBe(false);
  expect(await sticksOut(page)).toEqual([]);
  // Saving is always in view, whatever is scrolled.
  const box = await save.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width).toBe(true);
  if (width < 1280) {
    await main.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog', { name: 'Database details' }).getByRole('heading', { name: 'Backfill' }).waitFor();
    expect(await sticksOut(page, '.entry-details')).toEqual([]);
    await page.keyboard.press('Escape');
  }
  if (width < 760) {
    await main.getByRole('link', { name: 'Databases' }).click();
    await page.getByRole('listbox').waitFor();
    expect(await overflows(page)).toBe(false);
  }
});

describe('axe finds nothing in either theme', () => {
  test('where there is no database, and in a new one with something wrong', async () => {
    const { page, main, save } = await open('');
    await main.getByRole('heading', { name: 'No databases' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await main.getByRole('link', { name: 'Add database' }).first().click();
    await save.click();
    await main.getByText('Name: must not be empty.').waitFor();
    await main.getByRole('button', { name: /^What is written/ }).click();
    await main.getByRole('button', { name: /^Advanced/ }).click();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('in one that fails, with its verdict and a backfill', async () => {
    putLongOne();
    const { page, main, details } = await open('/long');
    await main.getByRole('button', { name: 'Test connection' }).click();
    await main.getByText('Connection successful').waitFor();
    await details.getByRole('button', { name: 'Start backfill' }).click();
    await details.getByRole('progressbar').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});
