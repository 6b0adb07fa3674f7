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

export const PICTURES: readonly Picture[] = [
  { name: 'devices', route: '/devices' },
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
  { name: 'mqtt', route: '/mqtt' },
  { name: 'mqtt-one', route: '/mqtt/lab', states: 'full' },
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
  { name: 'settings-backup', route: '/settings/backup', states: 'full' },
  { name: 'settings-appearance', route: '/settings/appearance', states: 'full' },
  { name: 'gateways-one', route: '/gateways/+new', states: 'full' },
  { name: 'alarms-new', route: '/alarms/+new', states: 'full' },
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
