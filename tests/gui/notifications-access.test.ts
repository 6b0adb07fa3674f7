/** The Notifications page by keyboard, in all sizes, and its accessibility. */
import { describe, expect, test } from 'vitest';
import { ruleOf } from '../support/views/alarms.ts';
import { destinationError, destinationView } from '../support/views/destinations.ts';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { focused, overflows, sticksOut } from './support/entry-page.ts';
import { notificationsRig } from './support/notifications-page.ts';

const rig = notificationsRig();
const { open } = rig;

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

test('everything can be done by keyboard alone', async () => {
  for (const id of ['archive', 'phone']) rig.service.destinations.put(destinationView({ id }));
  const { page, row, main } = await open('');
  await page.waitForURL(/archive$/);
  const { keyboard } = page;
  await row(/archive/).focus();
  await keyboard.press('ArrowDown');
  await page.waitForURL(/phone$/);
  await expect.poll(() => focused(page)).toBe('phone');
  const tabTo = async (what: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await focused(page)).startsWith(what)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab never came to ${what}.`);
  };
  await tabTo('Send test message');
  await keyboard.press('Enter');
  await main.getByText('Test successful').waitFor();
  await tabTo('topic');
  await keyboard.press('Control+a');
  await keyboard.type('other');
  await tabTo('Schedule');
  await keyboard.press('Enter');
  await tabTo('quiet_days');
  await keyboard.press('Space');
  await keyboard.press('Control+s');
  await expect
    .poll(() => rig.service.destinations.destinations.get('phone')?.config)
    .toMatchObject({ topic: 'other', quiet_days: ['mon'] });
  await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
});

const LONG = 'a name with so many words that no pane on any screen has room for all of it, however wide it is drawn';
const HOST = 'a-very-long-host-name.with-a-very-long-domain.eu-central-1.hooks.provider.example.com';

function putLongOne(): void {
  rig.service.put(appDevice({ serial: 'E24638', alias: LONG.slice(0, 60) }));
  rig.service.alarms.putRule(ruleOf('a1', { serial: 'E24638', channel: 'temperature', upper: 30 }));
  rig.service.destinations.put(
    destinationView({
      id: 'long',
      config: {
        kind: 'webhook',
        name: LONG.slice(0, 100),
        url: `https://${HOST}/${'x'.repeat(100)}`,
        template: `{"${'x'.repeat(300)}": "{{text}}"}`,
        alarms: 'rules',
        rule_list: ['a1'],
      },
      status: {
        state: 'waiting',
        error: destinationError('port-refused', `Nothing is listening on port 443 of ${HOST}.`, 'Check the port.'),
        next_retry: inSeconds(30),
        waiting: 1000,
        discarded: 12_345_678,
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
  const { page, main, field, save } = await open('/long', { viewport: { width, height } });
  await field('URL').waitFor();
  await main.getByText('Variables', { exact: true }).click();
  for (const fold of [/^Alarms/, /^Schedule/, /^Advanced/]) await main.getByRole('button', { name: fold }).click();
  await main.getByRole('checkbox', { name: /: Temperature above/ }).waitFor();
  expect(await overflows(page)).toBe(false);
  expect(await sticksOut(page)).toEqual([]);
  // Saving is always in view, whatever is scrolled.
  const box = await save.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width).toBe(true);
  if (width < 1280) {
    await main.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog', { name: 'Destination details' }).getByText('Discarded since startup').waitFor();
    expect(await sticksOut(page, '.entry-details')).toEqual([]);
    await page.keyboard.press('Escape');
  }
  if (width < 760) {
    await main.getByRole('link', { name: 'Destinations' }).click();
    await page.getByRole('listbox').waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await sticksOut(page, '.entry-list')).toEqual([]);
  }
});

test('a narrow window without destinations has the option of the sound', async () => {
  const { page, main } = await open('', { viewport: { width: 320, height: 640 } });
  await main.getByRole('heading', { name: 'No destinations' }).waitFor();
  await main.getByRole('switch', { name: /^Play a sound/ }).waitFor();
  expect(await overflows(page)).toBe(false);
  expect(await sticksOut(page, '.empty-state-body')).toEqual([]);
});

describe('axe finds nothing in either theme', () => {
  test('where there is no destination, and in a new one of each type with something wrong', async () => {
    rig.service.put(appDevice({ serial: 'E24638' }));
    const { page, main, save } = await open('');
    await main.getByRole('heading', { name: 'No destinations' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await main.getByRole('link', { name: 'Add destination' }).first().click();
    await save.click();
    await main.getByText('Name: must not be empty.').waitFor();
    for (const fold of [/^Alarms/, /^Schedule/, /^Advanced/]) await main.getByRole('button', { name: fold }).click();
    await main.getByLabel('Alarms', { exact: true }).selectOption('Alarms of selected devices');
    expect(await violationsInThemes(page)).toEqual([]);
    for (const kind of ['Webhook', 'ntfy', 'Heartbeat']) {
      await main.getByLabel('Type').selectOption(kind);
      expect(await violationsInThemes(page)).toEqual([]);
    }
  });

  test('in one that fails, with its verdict', async () => {
    putLongOne();
    const { page, main } = await open('/long');
    await main.getByText('Variables', { exact: true }).click();
    await main.getByRole('button', { name: 'Send test message' }).click();
    await main.getByText('Test successful').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});
