/** The MQTT clients as a whole: removing, leaving what is not saved, files, and what happens to them elsewhere. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientView } from '../support/views/clients.ts';
import { deleteButton, type EntryPage, fileChooserOf, focused, leaveQuestion } from './support/entry-page.ts';
import { mqttRig } from './support/mqtt-page.ts';

const rig = mqttRig();

beforeEach(() => {
  for (const identifier of ['archive', 'lab', 'roof']) rig.service.mqtt.put(clientView({ identifier }));
});

async function open(route: string, expected?: RegExp): Promise<EntryPage> {
  return rig.open(route, { expected });
}

describe('removing a client', () => {
  test('is done at once, can be undone, and leads on to the next', async () => {
    const { page, main, row } = await open('/lab');
    await deleteButton(main).click();
    await row(/lab/).waitFor({ state: 'detached' });
    await page.waitForURL(/#\/mqtt\/roof$/);
    await expect.poll(() => focused(page)).toBe('roof');
    const message = page.getByRole('dialog').filter({ hasText: 'Deleted the client “lab”' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await row(/lab/).waitFor();
    await page.waitForURL(/#\/mqtt\/lab$/);
    await message.waitFor({ state: 'detached' });
    expect(rig.service.mqtt.asked.map(({ method, path }) => `${method} ${path}`)).toContain('POST clients/lab/restore');
  });

  test('a double click removes one client alone', async () => {
    const { page, main, row } = await open('/lab');
    const remove = deleteButton(main);
    await remove.hover();
    await page.clock.install();
    // Far enough ahead that the page has not passed it when it is told.
    await page.clock.pauseAt(Date.now() + 10_000);
    await page.mouse.down();
    await page.mouse.up();
    await main.getByRole('heading', { name: 'roof' }).waitFor();
    // The second click comes before time goes on: it finds the next client, but was not meant for it.
    await page.mouse.down();
    await page.mouse.up();
    expect(await remove.isDisabled()).toBe(true);
    await page.clock.runFor(1000);
    expect(rig.service.mqtt.bodies('DELETE', 'clients/roof')).toEqual([]);
    await remove.click();
    await row(/roof/).waitFor({ state: 'detached' });
    expect([...rig.service.mqtt.clients.keys()]).toEqual(['archive']);
  });

  test('asks first where readings would be lost, and says how many', async () => {
    rig.service.mqtt.fare('lab', { state: 'waiting', queued: 1412 });
    const { page, main, row } = await open('/lab');
    await deleteButton(main).click();
    const question = page.getByRole('alertdialog', { name: 'Delete the client “lab”?' });
    await question.getByText('Its outbox has 1,412 messages that the broker has not acknowledged.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(rig.service.mqtt.clients.has('lab')).toBe(true);
    await deleteButton(main).click();
    await question.getByRole('button', { name: 'Delete client' }).click();
    await row(/lab/).waitFor({ state: 'detached' });
  });

  test('the last one leaves the page as it was at first', async () => {
    rig.service.mqtt.clients.delete('archive');
    rig.service.mqtt.clients.delete('roof');
    const { page, main } = await open('/lab');
    await deleteButton(main).click();
    await main.getByRole('heading', { name: 'No MQTT clients' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Add client');
    expect(await page.getByRole('contentinfo').innerText()).not.toContain('MQTT');
  });

  test('a refusal is shown, and nothing is gone', async () => {
    rig.service.mqtt.onAsked = ({ method }) =>
      method === 'DELETE' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
    const { main, row } = await open('/lab', /status of 500/);
    await deleteButton(main).click();
    await main.getByText('The disk is full.').waitFor();
    await row(/lab/).waitFor();
  });

  test('an undo that comes too late says so', async () => {
    const { page, main } = await open('/lab', /status of 404/);
    await deleteButton(main).click();
    rig.service.mqtt.onAsked = ({ path }) =>
      path.endsWith('restore') ? { status: 404, body: { message: 'There is nothing to undo.' } } : undefined;
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Cannot undo the deletion of the client “lab”').waitFor();
    await page.getByText('There is nothing to undo.').waitFor();
  });
});

/**
 * Has the service wait with its answers to a method.
 * @returns gives them, and waits until the page has done with the first
 */
function slow(page: Page, method: string): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  rig.service.mqtt.onAsked = async (asked) => {
    if (asked.method === method) await promise;
    return undefined;
  };
  return async () => {
    const finished = page.waitForEvent('requestfinished', (request) => request.method() === method);
    resolve();
    await finished;
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  };
}

/** Leaves a changed client for another one, saves on the way, and is not answered yet. */
async function saveOnTheWayOut() {
  const opened = await open('/lab');
  const { page, field, row } = opened;
  await field('Keep-alive interval').fill('30');
  await row(/roof/).click();
  const answer = slow(page, 'PUT');
  await leaveQuestion(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => rig.service.mqtt.bodies('PUT', 'clients/lab')).toHaveLength(1);
  await leaveQuestion(page).waitFor({ state: 'detached' });
  return { ...opened, answer };
}

describe('an answer that comes late', () => {
  test('to a removal leads nobody away from what they write meanwhile', async () => {
    const { page, main, field, row } = await open('/lab');
    const answer = slow(page, 'DELETE');
    await deleteButton(main).click();
    await expect.poll(() => rig.service.mqtt.bodies('DELETE', 'clients/lab')).toHaveLength(1);
    await row(/archive/).click();
    await main.getByRole('heading', { name: 'archive' }).waitFor();
    await field('Keep-alive interval').fill('30');
    await answer();
    await page.getByRole('dialog').filter({ hasText: 'Deleted the client “lab”' }).waitFor();
    await row(/lab/).waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/archive$/);
    expect(await field('Keep-alive interval').inputValue()).toBe('30');
    await expect.poll(() => focused(page)).toBe('keep_alive');
  });

  test('to a new client likewise', async () => {
    const { page, main, field, row, save } = await open('/+new');
    await field('Name (topic prefix)').fill('attic');
    await field('Host').fill('broker.example');
    const answer = slow(page, 'POST');
    await save.click();
    await expect.poll(() => rig.service.mqtt.bodies('POST', 'clients')).toHaveLength(1);
    await row(/lab/).click();
    await leaveQuestion(page).getByRole('button', { name: 'Discard changes' }).click();
    await main.getByRole('heading', { name: 'lab' }).waitFor();
    await field('Keep-alive interval').fill('30');
    await answer();
    await row(/attic/).waitFor();
    expect(page.url()).toMatch(/lab$/);
    expect(await field('Keep-alive interval').inputValue()).toBe('30');
    await main.getByText('Unsaved changes').waitFor();
  });

  test('to saving keeps the other actions waiting, so that Undo restores what was saved', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab' }));
    const { page, main, field, row, save } = await open('/lab');
    await field('Keep-alive interval').fill('30');
    const answer = slow(page, 'PUT');
    await save.click();
    await main.getByRole('button', { name: 'Saving…' }).waitFor();
    expect(await deleteButton(page).isDisabled()).toBe(true);
    expect(await main.getByRole('switch', { name: 'Enabled' }).isDisabled()).toBe(true);
    await answer();
    await deleteButton(page).click();
    await row(/lab/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(/lab/).waitFor();
    expect(rig.service.mqtt.clients.get('lab')?.keep_alive).toBe(30);
  });

  test('to saving on the way out leaves nothing that was written meanwhile', async () => {
    const { page, main, field, answer } = await saveOnTheWayOut();
    await field('Username').fill('typed meanwhile');
    await answer();
    await main.getByRole('button', { name: 'Save changes', exact: true }).waitFor();
    expect(rig.service.mqtt.clients.get('lab')?.keep_alive).toBe(30);
    expect(page.url()).toMatch(/lab$/);
    expect(await field('Username').inputValue()).toBe('typed meanwhile');
    await main.getByText('Unsaved changes').waitFor();
  });

  test('to saving on the way out does not lead on from where the user went instead', async () => {
    const { page, main, field, row, answer } = await saveOnTheWayOut();
    await row(/archive/).click();
    await leaveQuestion(page).getByRole('button', { name: 'Discard changes' }).click();
    await main.getByRole('heading', { name: 'archive' }).waitFor();
    await field('Keep-alive interval').fill('31');
    await answer();
    expect(rig.service.mqtt.clients.get('lab')?.keep_alive).toBe(30);
    expect(page.url()).toMatch(/archive$/);
    expect(await field('Keep-alive interval').inputValue()).toBe('31');
  });
});

describe('what is not saved is not left without asking', () => {
  test('to another client: stay, discard, or save', async () => {
    const { page, main, field, row } = await open('/lab');
    const question = leaveQuestion(page);
    await field('Keep-alive interval').fill('30');
    await row(/roof/).click();
    await question.getByText('Save changes to the client “lab”?').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await field('Keep-alive interval').inputValue()).toBe('30');
    expect(page.url()).toMatch(/lab$/);
    await row(/roof/).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await main.getByRole('heading', { name: 'roof' }).waitFor();
    expect(rig.service.mqtt.clients.get('lab')?.keep_alive).toBe(60);
    await field('Keep-alive interval').fill('31');
    await row(/lab/).click();
    await question.getByRole('button', { name: 'Save' }).click();
    await main.getByRole('heading', { name: 'lab' }).waitFor();
    expect(rig.service.mqtt.clients.get('roof')?.keep_alive).toBe(31);
  });

  test('what cannot be saved is not left', async () => {
    const { page, field, row } = await open('/lab');
    await field('Port').fill('0');
    await row(/roof/).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Port: must be a whole number from 1 to 65535, got 0.').waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('port');
    expect(page.url()).toMatch(/lab$/);
  });

  test('to another page, by the back key, and by typing an address', async () => {
    const { page, main, field } = await open('');
    const question = leaveQuestion(page);
    await page.getByRole('option', { name: /lab/ }).click();
    await page.waitForURL(/lab$/);
    await field('Keep-alive interval').fill('30');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.goBack();
    await question.waitFor();
    expect(page.url()).toMatch(/lab$/);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await field('Keep-alive interval').inputValue()).toBe('30');
    await page.evaluate("location.hash = '/api'");
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await main.getByRole('heading', { name: 'API', exact: true }).waitFor();
    await page.goBack();
    await field('Keep-alive interval').waitFor();
    expect(await field('Keep-alive interval').inputValue()).toBe('60');
  });

  test('closing the tab asks too, and only then', async () => {
    const { page, field } = await open('/lab');
    const asked = (): Promise<boolean> =>
      page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");
    await field('Keep-alive interval').waitFor();
    expect(await asked()).toBe(false);
    await field('Keep-alive interval').fill('30');
    await expect.poll(asked).toBe(true);
  });

  test('the desktop’s window holds too: there the shell asks', async () => {
    const { page, field } = await rig.open('/lab', { script: 'window.mensura = { desktop: true };' });
    await field('Keep-alive interval').fill('30');
    await page.getByText('Unsaved changes').waitFor();
    expect(await page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")).toBe(true);
  });
});

describe('what happens elsewhere meanwhile', () => {
  test('shows at once, but never in what is being typed', async () => {
    const { main, field } = await open('/lab');
    await field('Keep-alive interval').waitFor();
    rig.service.mqtt.put(clientView({ identifier: 'lab', keep_alive: 10 }));
    await expect.poll(() => field('Keep-alive interval').inputValue()).toBe('10');
    await field('Username').fill('me');
    rig.service.mqtt.put(clientView({ identifier: 'lab', keep_alive: 20 }));
    await main.getByText('This client was changed in another window or program').waitFor();
    expect(await field('Keep-alive interval').inputValue()).toBe('10');
    expect(await field('Username').inputValue()).toBe('me');
    await main.getByRole('button', { name: 'Load the saved settings' }).click();
    await expect.poll(() => field('Keep-alive interval').inputValue()).toBe('20');
    expect(await field('Username').inputValue()).toBe('');
    await main.getByText('This client was changed in another window or program').waitFor({ state: 'detached' });
  });

  test('figures that change are no change of the client', async () => {
    const { page, main, field, row } = await open('/lab');
    await field('Keep-alive interval').fill('30');
    rig.service.mqtt.fare('lab', { published: 5 });
    await row(/lab/).getByText('5 published').waitFor();
    expect(await main.getByText('changed in another window or program').count()).toBe(0);
    expect(await field('Keep-alive interval').inputValue()).toBe('30');
    expect(await page.getByText('Unsaved changes').count()).toBe(1);
  });

  test('a client that was removed can be brought back, or added again as it is typed', async () => {
    const { main, field, row, save } = await open('/lab');
    await field('Keep-alive interval').fill('30');
    await rig.service.mqtt.remove('lab');
    await main.getByText('This client was deleted in another window or program').waitFor();
    expect(await field('Keep-alive interval').inputValue()).toBe('30');
    await main.getByRole('button', { name: 'Undo deletion' }).click();
    await row(/lab/).waitFor();
    expect(await field('Keep-alive interval').inputValue()).toBe('30');
    await main.getByText('This client was deleted in another window or program').waitFor({ state: 'detached' });
    await rig.service.mqtt.remove('lab');
    await save.getByText('Add client again').waitFor();
    await save.click();
    await row(/lab/).waitFor();
    expect(rig.service.mqtt.bodies('POST', 'clients')).toMatchObject([{ identifier: 'lab', keep_alive: 30 }]);
  });

  test('an address of a client that is not there says so', async () => {
    const { page, main } = await open('/no%20such%20one');
    await main.getByRole('heading', { name: 'MQTT client “no such one” not found' }).waitFor();
    await main.getByRole('link', { name: 'Show all clients' }).click();
    await page.waitForURL(/#\/mqtt\/archive$/);
  });

  test('identifiers with any signs have an address of their own', async () => {
    for (const identifier of ['new', '+new', 'a/b %2F#?']) rig.service.mqtt.put(clientView({ identifier, name: 'x' }));
    const { main } = await open(`/${encodeURIComponent('a/b %2F#?')}`);
    await main.getByText('a/b %2F#?', { exact: true }).first().waitFor();
    await main.getByRole('option', { name: /^x/ }).first().click();
    await main.getByText('+new', { exact: true }).first().waitFor();
  });
});

describe('files', () => {
  const json = (clients: unknown) => ({
    name: 'clients.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ mqtt: { clients } })),
  });

  test('an export is downloaded, and says that secrets are not in it', async () => {
    const { page } = await open('/lab');
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByText('Without passwords, certificates and keys').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^Export all/ }).click(),
    ]);
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as { mqtt: { clients: object } };
    expect(Object.keys(file.mqtt.clients)).toEqual(['archive', 'lab', 'roof']);
  });

  test('an import says what it would do before it does it', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'roof', password_set: true }));
    const { page, row } = await open('/lab');
    // What would be replaced can be told when the clients are known.
    await row(/roof/).waitFor();
    await page.getByRole('button', { name: 'Import and export' }).click();
    const chooser = await fileChooserOf(page, () => page.getByRole('menuitem', { name: /^Import/ }).click());
    await chooser.setFiles(json({ roof: { keep_alive: 5, port: 1884 }, plant: { host: 'p.example', password: 'x' } }));
    const dialog = page.getByRole('dialog', { name: 'Import clients from clients.json' });
    await dialog.getByText('New clients: 1').waitFor();
    await dialog.getByText('p.example:1883').waitFor();
    await dialog.getByText('Replaced clients: 1').waitFor();
    await dialog.getByText('The file has no password for roof.').waitFor();
    expect(rig.service.mqtt.bodies('POST', 'import')).toEqual([]);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await row(/plant/).waitFor();
    await page.getByText('1 added, 1 replaced.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(rig.service.mqtt.clients.get('roof')?.keep_alive).toBe(5);
  });

  test('a file that is wrong is refused with each reason; one that the service refuses stays open', async () => {
    const { page } = await open('/lab', /status of 400/);
    await page.getByLabel('MQTT client file').setInputFiles(json({ lab: { port: 0 }, roof: { colour: 1 } }));
    const dialog = page.getByRole('dialog', { name: /^Import clients/ });
    await dialog.getByText('lab: Port: must be a whole number from 1 to 65535, got 0.').waitFor();
    await dialog.getByText('roof: unknown field “colour”.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    rig.service.mqtt.onAsked = ({ path }) =>
      path === 'import' ? { status: 400, body: { message: 'Two clients meet.' } } : undefined;
    await page.getByLabel('MQTT client file').setInputFiles(json({ plant: {} }));
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('Two clients meet.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
