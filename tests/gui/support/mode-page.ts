/** A device's page in a browser, with what shows and switches its mode. */
import type { Locator, Page } from 'playwright';
import type { OpenPage, OpenPageOptions } from './browser.ts';
import type { PlayedRig } from './played-rig.ts';

export interface ModePage extends OpenPage {
  /** The details, beside the charts or in the drawer. */
  details: Locator;
  /** The badge that explains itself, in the header. */
  chip: Locator;
  /** The question whether to switch. */
  question: Locator;
  /** Opens that question. @param mode the mode to switch to */
  ask(mode: string): Promise<void>;
  /** Opens that question and says yes. */
  switchTo(mode: string): Promise<void>;
  row(name: string | RegExp): Locator;
}

/** @param serial of the device that is shown, attached directly */
export async function openMode(rig: PlayedRig, serial: string, options: OpenPageOptions = {}): Promise<ModePage> {
  const opened = await rig.open(`/devices/usb/${serial}`, options);
  const { page } = opened;
  const details = page
    .getByRole('region', { name: 'Device details' })
    .or(page.getByRole('dialog', { name: 'Device details' }));
  const question = page.getByRole('alertdialog');
  const ask = async (mode: string): Promise<void> => {
    await details.getByRole('button', { name: `Switch to ${mode}…` }).click();
    await question.waitFor();
  };
  return {
    ...opened,
    details,
    chip: page.locator('.device-facts').getByRole('button', { name: /mode: what it means$/ }),
    question,
    ask,
    switchTo: async (mode) => {
      await ask(mode);
      await question.getByRole('button', { name: `Switch to ${mode}` }).click();
    },
    row: (name) => page.getByRole('option', { name }),
  };
}

/** The words on what has the focus. */
export function focusedWords(page: Page): Promise<string> {
  return page.evaluate("document.activeElement?.textContent ?? ''");
}
