/** A device's page in a browser, with the controls of its mode. */
import type { Locator, Page } from 'playwright';
import type { OpenPage, OpenPageOptions } from './browser.ts';
import type { PlayedRig } from './played-rig.ts';

export interface ModePage extends OpenPage {
  /** The details, beside the charts or in the drawer. */
  details: Locator;
  /** The badge of the mode in the header. */
  chip: Locator;
  /** The confirmation of a switch. */
  question: Locator;
  /** Opens the confirmation. @param mode the mode to switch to */
  ask(mode: string): Promise<void>;
  /** Opens the confirmation and confirms it. */
  switchTo(mode: string): Promise<void>;
  row(name: string | RegExp): Locator;
}

/** @param serial of a USB device */
export async function openMode(rig: PlayedRig, serial: string, options: OpenPageOptions = {}): Promise<ModePage> {
  const opened = await rig.open(`/devices/usb/${serial}`, options);
  const { page } = opened;
  const details = page
    .getByRole('region', { name: 'Device details' })
    .or(page.getByRole('dialog', { name: 'Device details' }));
  const question = page.getByRole('alertdialog');
  const ask = async (mode: string): Promise<void> => {
    await details.getByRole('button', { name: `Switch to ${mode} mode…` }).click();
    await question.waitFor();
  };
  return {
    ...opened,
    details,
    chip: page.locator('.device-facts').getByRole('button', { name: /^About (USB|VCP) mode$/ }),
    question,
    ask,
    switchTo: async (mode) => {
      await ask(mode);
      await question.getByRole('button', { name: `Switch to ${mode} mode` }).click();
    },
    row: (name) => page.getByRole('option', { name }),
  };
}

/** The text of the focused element. */
export function focusedWords(page: Page): Promise<string> {
  return page.evaluate("document.activeElement?.textContent ?? ''");
}
