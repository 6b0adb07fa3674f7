/** Hostile names on every page are shown as text. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { channelPath } from '../../service/contract/index.ts';
import { until } from '../support/until.ts';
import type { OpenPageOptions } from './support/browser.ts';
import { pageRoutes, showPage, sticksOut } from './support/every-page.ts';
import { damageOf, TRAP } from './support/hostile-damage.ts';
import { unseenIn } from './support/hostile-seen.ts';
import { furnishHostile, HOSTILE_TEXTS, type HostileText, hostileKeys } from './support/hostile-world.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();
const KINDS = Object.keys(HOSTILE_TEXTS) as HostileText[];

/** Findings by place. */
let found: Record<string, string[]>;

async function open(options: OpenPageOptions = {}): Promise<Page> {
  found = {};
  furnishHostile(rig.service);
  const { page } = await rig.open('', { ...options, script: TRAP });
  await pageRoutes(page);
  return page;
}

async function look(page: Page, where: string): Promise<void> {
  const all = new Set([...(await damageOf(page)), ...(await sticksOut(page))]);
  if (all.size > 0) found[where] = [...all];
}

/** Notes the texts that are not to be seen: what is not shown does no harm, and shows nothing. */
async function seek(page: Page, where: string, within: string, kinds: readonly HostileText[]): Promise<void> {
  let unseen = kinds;
  try {
    await until(`the names of ${where}`, async () => {
      unseen = await unseenIn(page, within, kinds);
      return unseen.length === 0;
    });
  } catch {
    found[`${where}, not shown`] = [...unseen];
  }
}

/** What pages show that have no list of what others named: the instrument of the examples, and where the files are. */
const FEWER: Readonly<Record<string, readonly HostileText[]>> = { '/api': ['code'], '/settings': ['code'] };

/** Where an entry is, if not in the middle pane: a run, and a dashboard in edit mode, have no list beside them. */
const MIDDLES: Readonly<Record<string, string>> = {
  alarm: '#main [aria-current="true"]',
  'automatic run': 'main',
  'dashboard in edit mode': 'main',
  run: 'main',
  'run in its form': 'main',
};

test('every page, and every entry of its list', async () => {
  const page = await open();
  for (const route of await pageRoutes(page)) {
    await showPage(page, route);
    await seek(page, route, 'main', FEWER[route] ?? KINDS);
    await look(page, route);
  }
  for (const kind of KINDS) {
    const { serial, channel } = hostileKeys(kind);
    const text = encodeURIComponent(HOSTILE_TEXTS[kind]);
    const device = encodeURIComponent(serial);
    const places = {
      device: `/devices/usb/${device}`,
      client: `/mqtt/${text}`,
      database: `/databases/${text}`,
      destination: `/notifications/${text}`,
      gateway: `/gateways/${text}`,
      run: `/runs/${KINDS.indexOf(kind) + 1}`,
      'run in its form': `/runs/${KINDS.indexOf(kind) + 1}/edit`,
      'automatic run': `/runs/automatic/${text}`,
    };
    const dashboards = { dashboard: `/dashboards/${text}`, 'dashboard in edit mode': `/dashboards/${text}/edit` };
    const rules = {
      alarm: `/alarms/${text}`,
      rule: `/alarms/+rules/${text}`,
      'new rule': `/alarms/+new/usb/${device}/${encodeURIComponent(channel)}`,
    };
    for (const [what, route] of Object.entries({ ...places, ...dashboards, ...rules })) {
      await showPage(page, route);
      // In the middle, since every list has every name; and not as the name of what is not there.
      await seek(page, `${what} ${kind}`, MIDDLES[what] ?? '#main', [kind]);
      await look(page, `${what} ${kind}`);
      if (await page.locator('main .empty-state').isVisible()) found[`${what} ${kind}, said not to be there`] = [];
    }
  }
  expect(found).toEqual({});
});

/** What a name would have made if it were let, and what it is noted as. */
const DAMAGE = [
  ['markup', HOSTILE_TEXTS.code, /^<img src="x"/],
  ['a link', `<a href="${HOSTILE_TEXTS.link}">Cold room</a>`, /^javascript:ran/],
  ['a figure that is turned around', `<p>${HOSTILE_TEXTS.turning} 24.83</p>`, /^turned: /],
  ['a text that is cut', `<p style="width: 9em; overflow: hidden">${HOSTILE_TEXTS.long}</p>`, /^cut: /],
] as const;

test('damage is seen where it is done', async () => {
  // The policy says that it holds a handler; the picture is asked for.
  const page = await open({ expected: /./ });
  await showPage(page, '/log');
  const heading = page.locator('main :is(h1, h2)').first();
  const words = await heading.innerHTML();
  const write = (html: string): Promise<void> =>
    heading.evaluate((element, text) => {
      element.innerHTML = text;
      // The policy holds the attribute, not the property.
      for (const styled of element.querySelectorAll('[style]'))
        styled.style.cssText = styled.getAttribute('style') ?? '';
    }, html);
  for (const [what, html, noted] of DAMAGE) {
    await expect.poll(() => damageOf(page), { message: `before ${what}` }).toEqual([]);
    // Written again for each check: the page may render its heading in between.
    const damage = async (): Promise<string[]> => {
      await write(html);
      return damageOf(page);
    };
    await expect.poll(damage, { message: what }).toEqual(expect.arrayContaining([expect.stringMatching(noted)]));
    await write(words);
  }
  await page.evaluate(`ran('script')`);
  expect(await damageOf(page)).toEqual(['ran: script']);
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
  await seek(page, 'compare', '#main', KINDS);
  await page.mouse.move(900, 400);
  await look(page, 'compare, pointed at');
  await page.keyboard.press('v');
  await page.locator('.value-tile').first().waitFor();
  await look(page, 'large values');
  await seek(page, 'large values', '.presentation', KINDS);
  await showPage(page, `/devices/usb/${encodeURIComponent(hostileKeys('code').serial)}`);
  await page.keyboard.press('Control+k');
  const results = page.getByRole('listbox', { name: 'Results' });
  for (const words of ['ran', 'Cold', 'WWW']) {
    await page.getByRole('combobox', { name: /^Search pages/ }).fill(words);
    await results.getByRole('option').first().waitFor();
    await look(page, `palette ${words}`);
  }
  await page.keyboard.press('Escape');
  const opens = [
    [/^Actions for/, page.getByRole('menu')],
    [/^Chart actions$/, page.getByRole('menu')],
    [/^Rename/, page.getByRole('textbox', { name: 'Device name' })],
  ] as const;
  for (const [name, opened] of opens) {
    await page.getByRole('button', { name }).first().click();
    await opened.waitFor();
    await look(page, `menu ${name.source}`);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
  }
  await showPage(page, '/history');
  await page.getByRole('button', { name: 'Export…', exact: true }).click();
  await page.getByRole('dialog', { name: 'Export readings' }).waitFor();
  await look(page, 'export');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page.getByRole('alertdialog').waitFor();
  await look(page, 'delete');
  expect(found).toEqual({});
});

test('a picture of a chart is a document without a script', async () => {
  const page = await open();
  for (const kind of ['code', 'unseen'] as const) {
    await showPage(page, `/devices/usb/${encodeURIComponent(hostileKeys(kind).serial)}`);
    await page.getByRole('button', { name: 'Chart actions' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as SVG' }).click(),
    ]);
    // oxlint-disable-next-line no-control-regex -- what no file's name may have
    expect(download.suggestedFilename(), kind).toMatch(/^[^\\/:*?"<>|\u0000-\u001F]+\.svg$/);
    const text = await readFile(await download.path(), 'utf8');
    const elements = await page.evaluate<string[]>(`(() => {
      const picture = new DOMParser().parseFromString(${JSON.stringify(text)}, 'image/svg+xml');
      return [...picture.querySelectorAll('*')].map((one) => one.cloneNode().outerHTML);
    })()`);
    expect(elements.length, kind).toBeGreaterThan(10);
    expect(
      elements.filter((element) => /^<(script|img|parsererror)|\son\w+=/i.test(element)),
      kind,
    ).toEqual([]);
  }
});
