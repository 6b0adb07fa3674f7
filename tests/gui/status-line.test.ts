/** The status line at every width: whole items, and the whole address. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientView } from '../support/views/clients.ts';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const line = (page: Page): Locator => page.getByRole('contentinfo', { name: 'Service status' });
const unfold = (page: Page): Locator => line(page).getByRole('button', { name: 'All status items' });
const links = (page: Page): Locator => line(page).getByRole('link');

beforeEach(() => {
  for (const serial of ['E1', 'E2', 'E3']) rig.service.put(appDevice({ serial, simulated: serial === 'E3' }));
  rig.service.mqtt.put(clientView({ identifier: 'a', name: 'plant' }));
});

async function open(width: number): Promise<Page> {
  const { page } = await rig.open('/devices');
  await page.setViewportSize({ width, height: 700 });
  await line(page)
    .getByText(/^Reading 3/)
    .waitFor();
  await links(page).filter({ hasText: 'History' }).waitFor({ state: 'attached' });
  return page;
}

/** Whether the whole element is in its row of the line, inside the window. */
async function isWhole(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const around = await line(page).boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  if (!box || !around) return false;
  return (
    box.x >= 0 && box.x + box.width <= width && box.y >= around.y && box.y + box.height <= around.y + around.height + 1
  );
}

const isClipped = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1);

describe('the address', () => {
  test.each([600, 760, 900, 1024, 1100, 1280, 1920])('is shown with its port at %i pixels', async (width) => {
    const page = await open(width);
    const address = line(page).getByText(rig.service.url, { exact: true });
    expect(await isWhole(page, address)).toBe(true);
    expect(await isClipped(address)).toBe(false);
    expect(await isWhole(page, line(page).getByRole('button', { name: 'Commands' }))).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});

describe('items without room', () => {
  test('fold away whole and unfold by a button', async () => {
    const page = await open(620);
    const history = links(page).filter({ hasText: 'History' });
    expect(await isWhole(page, history)).toBe(false);
    const { height } = (await line(page).boundingBox()) ?? { height: 0 };
    await unfold(page).click();
    await expect.poll(() => isWhole(page, history)).toBe(true);
    expect(await unfold(page).getAttribute('aria-expanded')).toBe('true');
    expect(await violationsInThemes(page)).toEqual([]);
    await unfold(page).click();
    await expect.poll(async () => (await line(page).boundingBox())?.height).toBe(height);
  });

  test('show while the keyboard focuses one of them', async () => {
    const page = await open(620);
    const history = links(page).filter({ hasText: 'History' });
    await links(page).first().focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => history.evaluate((each) => each.matches(':focus-visible'))).toBe(true);
    await expect.poll(() => isWhole(page, history)).toBe(true);
  });

  test('need no button where there is room', async () => {
    const page = await open(1280);
    await expect.poll(() => isWhole(page, links(page).filter({ hasText: 'History' }))).toBe(true);
    expect(await unfold(page).count()).toBe(0);
  });
});
