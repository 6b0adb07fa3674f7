/** Which pictures there are: a page, and how it is brought to what is to be seen. */
import type { Page } from 'playwright';

export interface Picture {
  name: string;
  /** The hash route. */
  route: string;
  /** Left out: both of a Mensura with nothing and of one with much. */
  states?: 'empty' | 'full';
  /** What the browser remembers, by key. */
  preferences?: Record<string, string>;
  prepare?(page: Page): Promise<void>;
}

const COMPARED = 'usb/SIM00001/temperature usb/SIM00005/temperature usb/SIM00001/relative_humidity';

type Place = readonly [x: number, y: number];

/** Shift-drags over the first chart, between parts of its width and height. */
async function drag(page: Page, from: Place, to: Place): Promise<void> {
  const area = await page.locator('.chart-plot .chart-area').first().boundingBox();
  if (!area) throw new Error('No chart is shown.');
  const at = ([x, y]: Place): [number, number] => [area.x + x * area.width, area.y + y * area.height];
  await page.keyboard.down('Shift');
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

async function editMargin(page: Page): Promise<void> {
  await page.getByRole('option', { name: /^Dew point margin/ }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('heading', { name: 'Inputs' }).waitFor();
}

export const PICTURES: readonly Picture[] = [
  { name: 'devices', route: '/devices' },
  {
    name: 'mqtt-transport',
    route: '/mqtt/lab',
    states: 'full',
    prepare: async (page) => {
      const main = page.getByRole('main');
      await main.getByRole('button', { name: /^Advanced/ }).click();
      await main.getByText('Transport', { exact: true }).first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'mqtt-pkcs12',
    route: '/mqtt/lab',
    states: 'full',
    prepare: async (page) => {
      const main = page.getByRole('main');
      await main.getByRole('button', { name: /^Advanced/ }).click();
      // Begins as a PKCS#12 file does, which is all that the window checks.
      const file = { name: 'plant-2027.p12', mimeType: 'application/x-pkcs12', buffer: Buffer.from([0x30, 0]) };
      await main.getByRole('group', { name: 'PKCS#12 file' }).locator('input[type=file]').setInputFiles(file);
      await main.getByLabel('PKCS#12 password').fill('secret');
      await main.getByLabel('PKCS#12 password').scrollIntoViewIfNeeded();
    },
  },
  { name: 'devices-one', route: '/devices/usb/SIM00001', states: 'full' },
  {
    name: 'time-range',
    route: '/devices/usb/SIM00001/last=2h',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Time range/ }).click();
      await page.getByRole('button', { name: 'Show range' }).waitFor();
    },
  },
  {
    name: 'axis',
    route: '/devices/usb/SIM00001/last=2h',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Value axis \(kPa\)/ }).click();
      await page.getByRole('switch', { name: 'Logarithmic' }).waitFor();
    },
  },
  {
    name: 'measuring',
    route: '/devices/usb/SIM00001/last=2h',
    states: 'full',
    prepare: async (page) => {
      await drag(page, [0.3, 0.5], [0.72, 0.5]);
      await page.getByRole('slider', { name: 'Measuring cursor A' }).waitFor();
    },
  },
  {
    name: 'panels',
    route: '/devices/usb/SIM00001/last=2h',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Options for Relative humidity', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Hide' }).waitFor();
    },
  },
  {
    name: 'alarm-limit',
    route: '/devices/usb/SIM00005/last=6h',
    states: 'full',
    prepare: async (page) => {
      await page
        .getByRole('slider', { name: /^Alarm limit/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'markers',
    route: '/devices/usb/SIM00001/last=15min',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Chart actions' }).click();
      await page.getByRole('menuitem', { name: 'Show markers…' }).click();
      await page.getByRole('dialog', { name: 'Markers' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'device-groups',
    route: '/devices/usb/SIM00001',
    states: 'full',
    preferences: { 'mensura.device-order': 'group', 'mensura.device-rows': 'compact' },
  },
  { name: 'correction', route: '/devices/usb/SIM00002/correct/temperature', states: 'full' },
  { name: 'correction-new', route: '/devices/usb/SIM00001/correct/temperature', states: 'full' },
  {
    name: 'correction-failing',
    route: '/devices/usb/SIM00002/correct/temperature',
    states: 'full',
    prepare: async (page) => {
      await page.getByLabel('Point 2, measured').fill('100.32');
      await page.getByText(/two references/).waitFor();
    },
  },
  {
    name: 'correction-curve',
    route: '/devices/usb/SIM00002/correct/temperature',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('heading', { name: 'Preview' }).evaluate((heading) => heading.scrollIntoView());
    },
  },
  { name: 'correction-record', route: '/devices/usb/SIM00002/correct/temperature/record', states: 'full' },
  { name: 'correction-marks', route: '/devices/usb/SIM00002/last=5min', states: 'full' },
  { name: 'device-disconnected', route: '/devices/gateway/E24641', states: 'full' },
  {
    name: 'computed',
    route: '/devices',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('option', { name: /^Dew point margin/ }).click();
      await page.waitForTimeout(1500);
    },
  },
  {
    name: 'computed-failing',
    route: '/devices',
    states: 'full',
    preferences: { 'mensura.device-rows': 'compact' },
    prepare: async (page) => {
      await page.getByRole('option', { name: /^Pressure at sea level/ }).click();
      await page.waitForTimeout(1500);
    },
  },
  { name: 'computed-new', route: '/devices/computed/+new' },
  {
    name: 'computed-edit',
    route: '/devices',
    states: 'full',
    preferences: { 'mensura.device-rows': 'compact' },
    prepare: editMargin,
  },
  {
    name: 'computed-completion',
    route: '/devices/computed/+new',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Dew point margin');
      await page.getByRole('textbox', { name: 'Formula' }).fill('[usb/SIM00001/temperature] - ');
      await page.getByRole('textbox', { name: 'Formula' }).pressSequentially('dew');
      await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
      await page.waitForTimeout(1500);
    },
  },
  {
    name: 'computed-fault',
    route: '/devices/computed/+new',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Formula' }).fill('[usb/SIM00001/temperature] - dewpoint(1, 2)');
      await page.getByRole('button', { name: /^Character/ }).waitFor();
    },
  },
  {
    name: 'computed-recipe',
    route: '/devices/computed/+new',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Recipes' }).click();
      await page.getByRole('menuitem', { name: 'Sea-level pressure…' }).click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(500);
    },
  },
  { name: 'compare', route: '/compare', states: 'empty' },
  { name: 'compare', route: '/compare', states: 'full', preferences: { 'mensura.compared-channels': COMPARED } },
  { name: 'compare-away', route: '/compare', states: 'empty', preferences: { 'mensura.compared-channels': COMPARED } },
  {
    name: 'compare-big',
    route: '/compare',
    states: 'full',
    preferences: { 'mensura.compared-channels': COMPARED },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Chart actions' }).click();
      await page.getByRole('menuitem', { name: 'Show large values' }).click();
      await page.locator('.value-tile').first().waitFor();
    },
  },
  { name: 'dashboards', route: '/dashboards' },
  {
    name: 'dashboards-edit',
    route: '/dashboards',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Done' }).waitFor();
    },
  },
  { name: 'history', route: '/history' },
  {
    name: 'import',
    route: '/history',
    states: 'full',
    prepare: async (page) => {
      const from = Date.UTC(2026, 9, 12, 8);
      const rows = Array.from({ length: 500 }, (_, index) => {
        const time = new Date(from + index * 60_000).toISOString();
        return `${time},${(4 + Math.sin(index / 40)).toFixed(2)},${(62 - Math.sin(index / 40)).toFixed(2)}`;
      });
      const text = ['time (UTC),E30001 temperature (°C),E30001 relative_humidity (%rh)', ...rows].join('\r\n');
      await page.getByRole('button', { name: 'Import…' }).click();
      const file = { name: 'fridge-2026-10.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Choose another file' }).waitFor();
    },
  },
  { name: 'runs', route: '/runs' },
  {
    name: 'runs-one',
    route: '/runs',
    states: 'full',
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^Batch 12/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Statistics' }).waitFor();
    },
  },
  {
    name: 'runs-compare',
    route: '/runs/compare?run=1&run=2&run=3',
    states: 'full',
    prepare: (page) => page.waitForTimeout(1000),
  },
  { name: 'report', route: '/runs/3/report', states: 'full', prepare: (page) => page.waitForTimeout(1000) },
  { name: 'automatic-runs', route: '/runs/automatic' },
  { name: 'automatic-runs-new', route: '/runs/automatic/+new', states: 'full' },
  {
    name: 'automatic-runs-one',
    route: '/runs/automatic',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('link', { name: /^Oven/ }).click();
      await page.getByRole('heading', { name: 'Oven {n} of {date}' }).waitFor();
    },
  },
  { name: 'mqtt', route: '/mqtt' },
  { name: 'mqtt-one', route: '/mqtt/lab', states: 'full' },
  { name: 'databases', route: '/databases' },
  { name: 'databases-new', route: '/databases/+new', states: 'full' },
  {
    name: 'databases-readings',
    route: '/databases/+new',
    states: 'full',
    prepare: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^What is written/ })
        .click();
      await page.getByText(/lines per hour/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'databases-failing',
    route: '/databases',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('option', { name: /Plant/ }).click();
      await page.getByRole('button', { name: 'Test connection' }).click();
      await page.getByText('Connection failed', { exact: true }).waitFor();
    },
  },
  { name: 'notifications', route: '/notifications' },
  {
    name: 'notifications-one',
    route: '/notifications',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('option', { name: /Shift lead/ }).click();
      const main = page.getByRole('main');
      for (const group of [/^Alarms/, /^Schedule/]) await main.getByRole('button', { name: group }).click();
      await page.getByText('Reminder interval').scrollIntoViewIfNeeded();
    },
  },
  { name: 'notifications-new', route: '/notifications/+new', states: 'full' },
  { name: 'gateways', route: '/gateways' },
  { name: 'alarms', route: '/alarms' },
  { name: 'api', route: '/api' },
  {
    name: 'api-route',
    route: '/api',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('option', { name: /devices\/usb\/measurements/ }).click();
      await page.waitForTimeout(500);
    },
  },
  { name: 'log', route: '/log' },
  { name: 'settings', route: '/settings' },
  { name: 'settings-serial-ports', route: '/settings/serial-ports', states: 'full' },
  { name: 'settings-backup', route: '/settings/backup', states: 'full' },
  { name: 'settings-appearance', route: '/settings/appearance', states: 'full' },
  { name: 'gateways-one', route: '/gateways/+new', states: 'full' },
  { name: 'alarms-new', route: '/alarms/+new', states: 'full' },
  {
    name: 'alarms-group',
    route: '/alarms',
    states: 'full',
    prepare: async (page) => {
      await page.getByRole('option', { name: /Group Workshop/ }).click();
      await page.getByRole('heading', { name: 'Devices' }).waitFor();
    },
  },
  {
    name: 'shortcuts',
    route: '/devices',
    states: 'full',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'palette',
    route: '/devices',
    states: 'full',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('temp');
      await page.waitForTimeout(500);
    },
  },
];
