/** Hostile names in every place that shows one: they are text, and nothing else. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { channelPath } from '../../service/contract/index.ts';
import type { OpenPageOptions } from './support/browser.ts';
import { pageRoutes, showPage, sticksOut } from './support/every-page.ts';
import { damageOf, TRAP } from './support/hostile-damage.ts';
import { furnishHostile, HOSTILE_TEXTS, type HostileText, hostileKeys } from './support/hostile-world.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();
const KINDS = Object.keys(HOSTILE_TEXTS) as HostileText[];

/** Everything that was found, by where. */
let found: Record<string, string[]>;

async function open(options: OpenPageOptions = {}): Promise<Page> {
  found = {};
  furnishHostile(rig.service);
  const { page } = await rig.openBlank(options);
  await page.addInitScript(TRAP);
  await page.goto(rig.service.url);
  await pageRoutes(page);
  return page;
}

async function look(page: Page, where: string): Promise<void> {
  const all = new Set([...(await damageOf(page)), ...(await sticksOut(page))]);
  if (all.size > 0) found[where] = [...all];
}

test('every page, and every entry of its list', async () => {
  const page = await open();
  for (const route of await pageRoutes(page)) {
    await showPage(page, route);
    await look(page, route);
  }
  for (const kind of KINDS) {
    const { serial, channel } = hostileKeys(kind);
    const text = encodeURIComponent(HOSTILE_TEXTS[kind]);
    const device = encodeURIComponent(serial);
    const places = { device: `/devices/usb/${device}`, client: `/mqtt/${text}`, gateway: `/gateways/${text}` };
    const rules = {
      rule: `/alarms/+rules/${text}`,
      'new rule': `/alarms/+new/usb/${device}/${encodeURIComponent(channel)}`,
    };
    for (const [what, route] of Object.entries({ ...places, ...rules })) {
      await showPage(page, route);
      await look(page, `${what} ${kind}`);
    }
  }
  expect(found).toEqual({});
});

test('charts, large figures, menus, dialogs and messages', async () => {
  const page = await open({ colorScheme: 'dark' });
  const compared = KINDS.map((kind) => channelPath({ family: 'usb', ...hostileKeys(kind) })).join(' ');
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    ['mensura.compared-channels', compared],
  );
  await page.reload();
  await showPage(page, '/compare');
  await page.locator('.chart-legend-item').first().waitFor();
  await look(page, 'compare');
  await page.mouse.move(900, 400);
  await look(page, 'compare, pointed at');
  await page.getByRole('link', { name: 'Big view' }).click();
  await page.locator('.big-figure').first().waitFor();
  await look(page, 'big view');
  await showPage(page, `/devices/usb/${encodeURIComponent(hostileKeys('code').serial)}`);
  await page.keyboard.press('Control+k');
  const results = page.getByRole('listbox', { name: 'Results' });
  for (const words of ['ran', 'Cold', 'WWW']) {
    await page.getByRole('combobox', { name: /^Search pages/ }).fill(words);
    await results.getByRole('option').first().waitFor();
    await look(page, `palette ${words}`);
  }
  await page.keyboard.press('Escape');
  for (const name of [/^Actions for/, /^Chart$/, /^Rename/]) {
    await page.getByRole('button', { name }).first().click();
    await look(page, `menu ${name.source}`);
    await page.keyboard.press('Escape');
  }
  await showPage(page, '/history');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('dialog', { name: 'Export readings' }).waitFor();
  await look(page, 'export');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await look(page, 'delete');
  expect(found).toEqual({});
});

test.each(['code', 'unseen'] as const)('a picture of a chart is a document without a script: %s', async (kind) => {
  const page = await open();
  await showPage(page, `/devices/usb/${encodeURIComponent(hostileKeys(kind).serial)}`);
  await page.getByRole('button', { name: 'Chart', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Save picture (SVG)' }).click(),
  ]);
  // oxlint-disable-next-line no-control-regex -- what no file's name may have
  expect(download.suggestedFilename()).toMatch(/^[^\\/:*?"<>|\u0000-\u001F]+\.svg$/);
  const text = await readFile(await download.path(), 'utf8');
  const elements = await page.evaluate<string[]>(`(() => {
    const picture = new DOMParser().parseFromString(${JSON.stringify(text)}, 'image/svg+xml');
    return [...picture.querySelectorAll('*')].map((one) => one.cloneNode().outerHTML);
  })()`);
  expect(elements.length).toBeGreaterThan(10);
  expect(elements.filter((element) => /^<(script|img|parsererror)|\son\w+=/i.test(element))).toEqual([]);
});
