/** The Notifications page: how destinations fare, removing, unsaved changes, the sound, ways to it. */
import { describe, expect, test } from 'vitest';
import { alarmOf } from '../support/views/alarms.ts';
import { destinationError, destinationView } from '../support/views/destinations.ts';
import { deleteButton, leaveQuestion } from './support/entry-page.ts';
import { notificationsRig } from './support/notifications-page.ts';
import { runCommand } from './support/palette.ts';

const rig = notificationsRig();
const { open } = rig;

const refused = destinationError('not-found', 'The topic does not exist.', 'Check the topic.');
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

describe('how a destination fares', () => {
  test('shows as it happens, in the list, above the form, in the details and in the status line', async () => {
    rig.service.destinations.put(
      destinationView({ id: 'lab', config: { kind: 'email', to: ['a@b.example', 'c@b.example'] } }),
    );
    rig.service.destinations.put(destinationView({ id: 'phone' }));
    const { page, main, row, details } = await open('/phone');
    const status = page.getByRole('contentinfo');
    await row(/lab/).getByText('a@b.example, 1 more').waitFor();
    await row(/phone/).getByText('Ready').waitFor();
    await status.getByRole('link', { name: 'Notifications: 2 of 2 ready' }).waitFor();
    rig.service.destinations.fare('phone', { sent: 1284, last_sent: new Date().toISOString() });
    await row(/phone/).getByText('1,284 sent').waitFor();
    rig.service.destinations.fare('phone', { held_until: inSeconds(3600), waiting: 2 });
    await row(/phone/)
      .getByText(/^Held until .*\d\d:\d\d$/)
      .waitFor();
    await main.getByText('Quiet hours or the message limit apply. 2 notifications waiting.').waitFor();
    rig.service.destinations.fare('phone', {
      state: 'failed',
      error: refused,
      held_until: null,
      next_retry: inSeconds(60),
      waiting: 43,
      discarded: 2,
    });
    await status.getByRole('link', { name: 'Notifications: 1 of 2 ready' }).waitFor();
    await row(/phone/).getByText('43 waiting').waitFor();
    await row(/phone/).getByText('2 discarded').waitFor();
    await row(/phone/).getByText(refused.text).waitFor();
    await main.getByText('Cannot deliver notifications').waitFor();
    await main.getByText('Check the topic.').waitFor();
    await main.getByText(/^Retrying in \d+ s\. 43 notifications waiting\.$/).waitFor();
    await details.getByText('Discarded since startup').waitFor();
    await main.getByRole('button', { name: 'Retry now' }).click();
    await expect.poll(() => rig.service.destinations.bodies('POST', 'destinations/phone/send')).toHaveLength(1);
  });

  test('it can be disabled and enabled; a screen reader is told once', async () => {
    rig.service.destinations.put(destinationView({ id: 'phone' }));
    const { page, main, field, row } = await open('/phone');
    const told = page.getByRole('status').filter({ hasText: /^phone: / });
    await expect.poll(() => told.innerText()).toBe('phone: Ready');
    await main.getByRole('switch', { name: 'Enabled' }).click();
    await row(/phone/).getByText('Disabled').waitFor();
    await main.getByText('This destination is disabled').waitFor();
    await expect.poll(() => told.innerText()).toBe('phone: Disabled');
    // Saving leaves it as it is.
    await field('Topic').fill('other');
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => rig.service.destinations.bodies('PUT', 'destinations/phone'))
      .toMatchObject([{ enabled: false, topic: 'other' }]);
    await main.getByRole('switch', { name: 'Enabled' }).click();
    await row(/phone/).getByText('Ready', { exact: true }).waitFor();
  });

  test('of a heartbeat nothing waits', async () => {
    const config = { kind: 'heartbeat', name: 'Watchdog' } as const;
    const status = { state: 'waiting', error: refused, next_retry: inSeconds(60) } as const;
    rig.service.destinations.put(destinationView({ id: 'beat', config, status }));
    const { main, row, details } = await open('/beat');
    await main.getByText('The latest request failed').waitFor();
    await details.getByRole('heading', { name: 'Requests' }).waitFor();
    expect(await details.getByText('Waiting', { exact: true }).count()).toBe(0);
    await row(/Watchdog/)
      .getByText('0 sent')
      .waitFor();
    expect(
      await row(/Watchdog/)
        .getByText(/waiting$/)
        .count(),
    ).toBe(0);
  });
});

describe('removing a destination', () => {
  test('is done at once if nothing waits, and can be undone with its secrets', async () => {
    for (const id of ['archive', 'phone']) rig.service.destinations.put(destinationView({ id, token_set: true }));
    const { page, main, row } = await open('/archive');
    await deleteButton(main).click();
    await row(/archive/).waitFor({ state: 'detached' });
    await page.waitForURL(/#\/notifications\/phone$/);
    const message = page.getByRole('dialog').filter({ hasText: 'Deleted the destination “archive”' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await row(/archive/).waitFor();
    await page.waitForURL(/#\/notifications\/archive$/);
    expect(rig.service.destinations.destinations.get('archive')).toMatchObject({ token_set: true });
  });

  test('asks first if notifications wait', async () => {
    rig.service.destinations.put(destinationView({ id: 'phone', status: { state: 'waiting', waiting: 3 } }));
    const { page, main, row } = await open('/phone');
    await deleteButton(main).click();
    const question = page.getByRole('alertdialog', { name: 'Delete the destination “phone”?' });
    await question.getByText(/^3 notifications waiting to be sent\. Deleting the destination discards them/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(rig.service.destinations.destinations.has('phone')).toBe(true);
    await deleteButton(main).click();
    await question.getByRole('button', { name: 'Delete destination' }).click();
    await row(/phone/).waitFor({ state: 'detached' });
    await main.getByRole('heading', { name: 'No destinations' }).waitFor();
  });

  test('an address of a destination that is not there says so', async () => {
    rig.service.destinations.put(destinationView({ id: 'phone' }));
    const { page, main } = await open('/no%20such%20one');
    await main.getByRole('heading', { name: 'Destination “no such one” not found' }).waitFor();
    await main.getByRole('link', { name: 'Show all destinations' }).click();
    await page.waitForURL(/#\/notifications\/phone$/);
  });
});

test('what is not saved is not left without asking', async () => {
  for (const id of ['phone', 'roof']) rig.service.destinations.put(destinationView({ id }));
  const { page, main, field, row } = await open('/phone');
  await field('Topic').fill('other');
  await row(/roof/).click();
  const question = leaveQuestion(page);
  await question.getByText('Save changes to the destination “phone”?').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await field('Topic').inputValue()).toBe('other');
  rig.service.destinations.fare('phone', { sent: 5 });
  await row(/phone/).getByText('5 sent').waitFor();
  expect(await main.getByText('changed in another window or program').count()).toBe(0);
  await row(/roof/).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await main.getByRole('heading', { name: 'roof' }).waitFor();
  expect(rig.service.destinations.destinations.get('phone')?.config).toMatchObject({ topic: 'other' });
});

describe('the sound of raised alarms', () => {
  /** Notes each tone of the page, without a loudspeaker. */
  const RECORD = `globalThis.tones = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) {
      tones.push(this.frequency.value);
      start.call(this, at);
    };`;

  test('can be tried, is off at first, and plays with the message of a new alarm once it is on', async () => {
    const { page, main } = await open('');
    await page.evaluate(RECORD);
    const tones = (): Promise<unknown> => page.evaluate('tones');
    const sound = page.getByRole('switch', { name: 'Play a sound in this window when an alarm is raised' });
    expect(await sound.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Play the sound' }).click();
    await expect.poll(tones).toEqual([660, 880]);
    // Alarms soon after the connection are not new.
    const raise = async (id: string): Promise<void> => {
      await expect
        .poll(
          async () => {
            rig.service.alarms.put(alarmOf({ id: `${id}-${Date.now()}` }));
            return page
              .getByRole('dialog')
              .filter({ hasText: /new alarm/i })
              .count();
          },
          { timeout: 10_000, interval: 500 },
        )
        .toBe(1);
    };
    await raise('silent');
    expect(await tones()).toEqual([660, 880]);
    await sound.click();
    rig.service.alarms.put(alarmOf({ id: 'loud' }));
    await expect.poll(tones).toEqual([660, 880, 660, 880]);
    // It is remembered.
    await page.reload();
    await main.getByRole('heading', { name: 'No destinations' }).waitFor();
    await expect.poll(() => sound.isChecked()).toBe(true);
  });
});

test('the alarms page and the command palette lead to it', async () => {
  rig.service.destinations.put(destinationView({ id: 'n1', config: { name: 'Night shift' } }));
  const { page, main } = await open('/n1');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Alarms' }).click();
  await main.getByRole('link', { name: 'Notifications' }).click();
  await page.waitForURL(/#\/notifications\/n1$/);
  await runCommand(page, 'notification dest', /Add notification destination/);
  await page.waitForURL(/#\/notifications\/\+new$/);
  await runCommand(page, 'night shift', /Night shift/);
  await page.waitForURL(/#\/notifications\/n1$/);
  await runCommand(page, 'alarm sound', /Turn on the alarm sound/);
  await expect.poll(() => page.getByRole('switch', { name: /^Play a sound/ }).isChecked()).toBe(true);
});
