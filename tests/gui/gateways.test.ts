/** The gateways as a whole: removing, leaving what is not saved, what happens to them elsewhere. */
import { beforeEach, describe, expect, test } from 'vitest';
import { gatewayView, remoteConfig } from '../support/views/gateways.ts';
import { deleteButton, type EntryPage, focused, leaveQuestion } from './support/entry-page.ts';
import { gatewaysRig } from './support/gateways-page.ts';

const rig = gatewaysRig();

beforeEach(() => {
  for (const id of ['archive', 'hall', 'roof']) rig.service.gateways.put(gatewayView({ id }));
});

function open(route: string, expected?: RegExp): Promise<EntryPage> {
  return rig.open(route, { ...(expected && { expected }) });
}

test('the rail leads to the page, which shows the first of them', async () => {
  const { page, main } = await open('');
  await page.waitForURL(/#\/gateways\/archive$/);
  await main.getByRole('heading', { name: 'archive' }).waitFor();
  const words = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
  expect(words).toEqual([
    'Devices',
    'Compare',
    'Dashboards',
    'History',
    'Runs',
    'MQTT',
    'Databases',
    'Gateways',
    'Alarms',
    'Notifications',
    'API',
    'Log',
    'Settings',
  ]);
});

describe('removing a gateway', () => {
  test('leads on to the next also where the stream tells of it before the answer comes', async () => {
    const { page, main, row } = await open('/hall');
    rig.service.gateways.onAsked = async ({ method }) => {
      if (method !== 'DELETE') return undefined;
      await rig.service.gateways.remove('hall');
      await row(/hall/).waitFor({ state: 'detached' });
      return { status: 200, body: {} };
    };
    await deleteButton(main).click();
    await page.getByText('Deleted the gateway “hall”').waitFor();
    expect(page.url()).toMatch(/#\/gateways\/roof$/);
  });

  test('is done at once, can be undone as it was, and leads on to the next', async () => {
    const config = remoteConfig('hall', 'plant', 'fleet/+');
    rig.service.gateways.put(gatewayView({ id: 'hall', config: { ...config, enabled: false } }));
    const { page, main, row } = await open('/hall');
    await deleteButton(main).click();
    await row(/hall/).waitFor({ state: 'detached' });
    await page.waitForURL(/#\/gateways\/roof$/);
    await expect.poll(() => focused(page)).toBe('roof');
    const message = page.getByRole('dialog').filter({ hasText: 'Deleted the gateway “hall”' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await row(/hall/).waitFor();
    await page.waitForURL(/#\/gateways\/g01a2b3c4$/);
    expect(rig.service.gateways.gateways.get('g01a2b3c4')?.config).toEqual({ ...config, enabled: false });
  });

  test('a refusal is shown, and nothing is gone', async () => {
    rig.service.gateways.onAsked = ({ method }) =>
      method === 'DELETE' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
    const { main, row } = await open('/hall', /status of 500/);
    await deleteButton(main).click();
    await main.getByText('Cannot delete the gateway “hall”').waitFor();
    await main.getByText('The disk is full.').waitFor();
    await row(/hall/).waitFor();
  });

  test('an undo that is refused says so', async () => {
    const { page, main } = await open('/hall', /status of 409/);
    await deleteButton(main).click();
    await page.getByText('Deleted the gateway “hall”').waitFor();
    rig.service.gateways.put(gatewayView({ id: 'other', config: { name: 'hall' } }));
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Cannot undo the deletion of the gateway “hall”').waitFor();
    await page.getByText('name: a gateway named "hall" already exists.').waitFor();
  });

  test('the last one leaves the page as it was at first', async () => {
    rig.service.gateways.gateways.delete('archive');
    rig.service.gateways.gateways.delete('roof');
    const { page, main } = await open('/hall');
    await deleteButton(main).click();
    await main.getByRole('heading', { name: 'No gateways' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Add gateway');
    expect(await page.getByRole('contentinfo').innerText()).not.toContain('gateways');
  });
});

describe('what is not saved is not left without asking', () => {
  test('to another gateway: stay, discard, or save', async () => {
    const { page, main, field, row } = await open('/hall');
    const question = leaveQuestion(page);
    await field('Port').fill('81');
    await row(/roof/).click();
    await question.getByText('Save changes to the gateway “hall”?').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await field('Port').inputValue()).toBe('81');
    await row(/roof/).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await main.getByRole('heading', { name: 'roof' }).waitFor();
    expect(rig.service.gateways.gateways.get('hall')?.config).toMatchObject({ port: 8080 });
    await field('Port').fill('82');
    await row(/hall/).click();
    await question.getByRole('button', { name: 'Save' }).click();
    await main.getByRole('heading', { name: 'hall' }).waitFor();
    expect(rig.service.gateways.gateways.get('roof')?.config).toMatchObject({ port: 82 });
  });

  test('what cannot be saved is not left', async () => {
    const { page, field } = await open('/hall');
    await field('Port').fill('0');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Port: must be a whole number from 1 to 65535, got 0.').waitFor();
    await expect.poll(() => focused(page)).toBe('port');
    expect(page.url()).toMatch(/hall$/);
  });

  test('a new one, also on the way to an MQTT client for it', async () => {
    const { page, field, main } = await open('/+new/mqtt');
    await field('Topic prefix').fill('fleet/+');
    await main.getByRole('link', { name: 'Add an MQTT client' }).click();
    const question = leaveQuestion(page);
    await question.getByText('Save changes to the new gateway?').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await field('Topic prefix').inputValue()).toBe('fleet/+');
  });
});

describe('what happens elsewhere meanwhile', () => {
  test('shows at once, but never in what is being typed', async () => {
    const { main, field } = await open('/hall');
    await field('Port').waitFor();
    rig.service.gateways.put(gatewayView({ id: 'hall', config: { port: 90 } }));
    await expect.poll(() => field('Port').inputValue()).toBe('90');
    await field('Host').fill('me.example');
    rig.service.gateways.put(gatewayView({ id: 'hall', config: { port: 91 } }));
    await main.getByText('This gateway was changed in another window or program').waitFor();
    expect(await field('Port').inputValue()).toBe('90');
    await main.getByRole('button', { name: 'Load the saved settings' }).click();
    await expect.poll(() => field('Port').inputValue()).toBe('91');
    expect(await field('Host').inputValue()).toBe('hall.example');
  });

  test('figures that change are no change of the gateway', async () => {
    const { main, field, row } = await open('/hall');
    await field('Port').fill('81');
    rig.service.gateways.fare('hall', { instruments: 5 });
    await row(/hall/).getByText('5 devices').waitFor();
    expect(await main.getByText('changed in another window or program').count()).toBe(0);
    expect(await field('Port').inputValue()).toBe('81');
  });

  test('one that was removed can be added again as it is typed', async () => {
    const { page, main, field, row, save } = await open('/hall');
    await field('Port').fill('81');
    await rig.service.gateways.remove('hall');
    await main.getByText('This gateway was deleted in another window or program').waitFor();
    await save.getByText('Add gateway again').waitFor();
    await save.click();
    await row(/hall/).waitFor();
    await page.waitForURL(/#\/gateways\/g01a2b3c4$/);
    expect(rig.service.gateways.bodies('POST', 'gateways')).toMatchObject([{ name: 'hall', port: 81 }]);
  });

  test('an address of a gateway that is not there says so', async () => {
    const { page, main } = await open('/no%20such%20one');
    await main.getByRole('heading', { name: 'Gateway “no such one” not found' }).waitFor();
    await main.getByRole('link', { name: 'Show all gateways' }).click();
    await page.waitForURL(/#\/gateways\/archive$/);
  });

  test('while the service is away the form stays, and saving says so', async () => {
    const { page, main, field, save } = await open('/hall', /net::ERR|Failed to load resource/);
    await field('Port').fill('81');
    const comeBack = await rig.leave();
    await page.getByText(/^No response from the service since/).waitFor();
    await save.click();
    await main
      .getByText('Cannot reach the service. The change may have been applied. See whether it was before you try again.')
      .waitFor();
    await comeBack((service) => service.gateways.put(gatewayView({ id: 'hall' })));
    await page.getByText(/^No response from the service/).waitFor({ state: 'detached' });
    expect(await field('Port').inputValue()).toBe('81');
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.gateways.gateways.get('hall')?.config).toMatchObject({ port: 81 });
  });
});
