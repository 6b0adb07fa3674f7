/** The Databases page: how databases fare, backfills, removing, unsaved changes. */
import { describe, expect, test } from 'vitest';
import { databaseError, databaseView } from '../support/views/databases.ts';
import { appDevice } from '../support/views/devices.ts';
import { databasesRig } from './support/databases-page.ts';
import { deleteButton, leaveQuestion } from './support/entry-page.ts';

const rig = databasesRig();
const { open } = rig;

const refused = databaseError('not-found', 'The database "plant" does not exist.', 'Create it on the server.', 404);
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

describe('how a database fares', () => {
  test('shows as it happens, in the list, above the form, in the details and in the status line', async () => {
    rig.service.databases.put(databaseView({ id: 'hall', status: { state: 'connecting' } }));
    rig.service.databases.put(databaseView({ id: 'roof' }));
    const { page, main, row, details } = await open('/hall');
    const status = page.getByRole('contentinfo');
    await row(/hall/).getByText('Connecting').waitFor();
    await status.getByRole('link', { name: 'Databases: 1 of 2 connected' }).waitFor();
    rig.service.databases.fare('hall', { state: 'online', written: 1284, last_written: new Date().toISOString() });
    await row(/hall/).getByText('1,284 written').waitFor();
    await row(/hall/).getByText('0 waiting').waitFor();
    await status.getByRole('link', { name: 'Databases: 2 of 2 connected' }).waitFor();
    rig.service.databases.fare('hall', {
      state: 'failed',
      error: refused,
      next_retry: inSeconds(60),
      waiting: 4321,
      waiting_bytes: 400_000,
      discarded: 2,
      refused: { line: 'mensura,serial=E1 t=1', text: 'field type conflict', timestamp: new Date().toISOString() },
    });
    await row(/hall/).getByText('4,321 waiting').waitFor();
    await row(/hall/).getByText('2 discarded').waitFor();
    await row(/hall/).getByText(refused.text).waitFor();
    await main.getByText('The server does not accept readings').waitFor();
    await main.getByText('Create it on the server.').waitFor();
    await main.getByText(/^Retrying in \d+ s\. 4,321 lines waiting on disk\.$/).waitFor();
    await details.getByText('mensura,serial=E1 t=1').waitFor();
    await main.getByRole('button', { name: 'Retry now' }).click();
    await expect.poll(() => rig.service.databases.bodies('POST', 'databases/hall/connect')).toHaveLength(1);
  });

  test('it can be disabled and enabled; a screen reader is told once', async () => {
    rig.service.databases.put(databaseView({ id: 'hall' }));
    const { page, main, row } = await open('/hall');
    const told = page.getByRole('status').filter({ hasText: /^hall: / });
    await expect.poll(() => told.innerText()).toBe('hall: Connected');
    await main.getByRole('switch', { name: 'Enabled' }).click();
    await row(/hall/).getByText('Disabled').waitFor();
    await main.getByText('This database is disabled').waitFor();
    await expect.poll(() => told.innerText()).toBe('hall: Disabled');
    expect(rig.service.databases.databases.get('hall')?.config.enabled).toBe(false);
    // Saving leaves it as it is.
    await main.getByRole('textbox', { name: 'Database', exact: true }).fill('other');
    await page.keyboard.press('Control+s');
    await expect.poll(() => rig.service.databases.bodies('PUT', 'databases/hall')).toMatchObject([{ enabled: false }]);
    await main.getByRole('switch', { name: 'Enabled' }).click();
    await row(/hall/).getByText('Connected', { exact: true }).waitFor();
  });

  test('where only simulated devices are, it is said that they are not written', async () => {
    rig.service.put({ ...appDevice({ serial: 'SIM1' }), simulated: true });
    rig.service.databases.put(databaseView({ id: 'hall' }));
    const { details } = await open('/hall');
    await details.getByText('Simulated readings are not written').waitFor();
    rig.service.put(appDevice({ serial: 'E1' }));
    await details.getByText('Simulated readings are not written').waitFor({ state: 'detached' });
  });
});

describe('a backfill', () => {
  test('is started for a range, shows its progress, is paused, resumed and canceled', async () => {
    rig.service.databases.put(databaseView({ id: 'hall' }));
    const { details } = await open('/hall');
    await details.getByLabel('From').fill('2026-11-20T00:00:00');
    await details.getByLabel('To').fill('2026-11-19T00:00:00');
    await details.getByRole('button', { name: 'Start backfill' }).click();
    await details.getByText('The end must be after the start.').waitFor();
    await details.getByLabel('To').fill('2026-11-21T00:00:00');
    await details.getByRole('button', { name: 'Start backfill' }).click();
    await details.getByRole('progressbar', { name: 'Backfill progress' }).waitFor();
    const [range] = rig.service.databases.bodies('POST', 'databases/hall/backfill') as { from: string; to: string }[];
    expect(Date.parse(range?.to ?? '') - Date.parse(range?.from ?? '')).toBe(86_400_000);
    rig.service.databases.fareBackfill('hall', {
      ...rig.service.databases.backfill('hall'),
      written: 12_345,
      progress: 0.437,
    });
    await details.getByText('Running, 43 % · 12,345 lines written').waitFor();
    await details.getByRole('button', { name: 'Pause' }).click();
    await details.getByText('Paused, 43 %').waitFor();
    await details.getByRole('button', { name: 'Resume' }).click();
    await details.getByText('Running, 43 %').waitFor();
    await details.getByRole('button', { name: 'Cancel backfill' }).click();
    await details.getByText('Canceled · 12,345 lines written').waitFor();
    await details.getByRole('button', { name: 'Start backfill' }).waitFor();
  });

  test('a refusal is shown', async () => {
    rig.service.databases.onAsked = ({ path }) =>
      path.endsWith('backfill') ? { status: 409, body: { message: 'The history is off.' } } : undefined;
    rig.service.databases.put(databaseView({ id: 'hall' }));
    const { details } = await open('/hall', { expected: /status of 409/ });
    await details.getByRole('button', { name: 'Start backfill' }).click();
    await details.getByText('The history is off.').waitFor();
  });
});

describe('removing a database', () => {
  test('is done at once if nothing waits, and can be undone with its secrets', async () => {
    for (const id of ['archive', 'hall']) rig.service.databases.put(databaseView({ id, token_set: true }));
    const { page, main, row } = await open('/archive');
    await deleteButton(main).click();
    await row(/archive/).waitFor({ state: 'detached' });
    await page.waitForURL(/#\/databases\/hall$/);
    const message = page.getByRole('dialog').filter({ hasText: 'Deleted the database “archive”' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await row(/archive/).waitFor();
    await page.waitForURL(/#\/databases\/archive$/);
    expect(rig.service.databases.databases.get('archive')).toMatchObject({ token_set: true });
  });

  test('asks first if lines wait', async () => {
    rig.service.databases.put(databaseView({ id: 'hall', status: { state: 'waiting', waiting: 3 } }));
    const { page, main, row } = await open('/hall');
    await deleteButton(main).click();
    const question = page.getByRole('alertdialog', { name: 'Delete the database “hall”?' });
    await question.getByText(/^Its outbox has 3 lines that the server has not accepted/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(rig.service.databases.databases.has('hall')).toBe(true);
    await deleteButton(main).click();
    await question.getByRole('button', { name: 'Delete database' }).click();
    await row(/hall/).waitFor({ state: 'detached' });
    await main.getByRole('heading', { name: 'No databases' }).waitFor();
  });

  test('an address of a database that is not there says so', async () => {
    rig.service.databases.put(databaseView({ id: 'hall' }));
    const { page, main } = await open('/no%20such%20one');
    await main.getByRole('heading', { name: 'Database “no such one” not found' }).waitFor();
    await main.getByRole('link', { name: 'Show all databases' }).click();
    await page.waitForURL(/#\/databases\/hall$/);
  });
});

test('what is not saved is not left without asking', async () => {
  for (const id of ['hall', 'roof']) rig.service.databases.put(databaseView({ id }));
  const { page, main, field, row } = await open('/hall');
  await field('Database').fill('other');
  await row(/roof/).click();
  const question = leaveQuestion(page);
  await question.getByText('Save changes to the database “hall”?').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await field('Database').inputValue()).toBe('other');
  rig.service.databases.fare('hall', { written: 5 });
  await row(/hall/).getByText('5 written').waitFor();
  expect(await main.getByText('changed in another window or program').count()).toBe(0);
  await row(/roof/).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await main.getByRole('heading', { name: 'roof' }).waitFor();
  expect(rig.service.databases.databases.get('hall')?.config).toMatchObject({ database: 'other' });
});
