/** A page with a list of entries and the form of one of them, in a browser. */
import type { FileChooser, Locator, Page } from 'playwright';
import type { OpenPage } from './browser.ts';

export interface EntryPage extends OpenPage {
  /** A field of the form, by its label. */
  field(label: string): Locator;
  /** The button at the foot of the form that saves. */
  save: Locator;
  /** The part of the page with the form. */
  main: Locator;
  details: Locator;
  row(name: string | RegExp): Locator;
}

/** @param detailsName what the part beside the form is called */
export function entryPage(opened: OpenPage, detailsName: string): EntryPage {
  const { page } = opened;
  const main = page.getByRole('main');
  return {
    ...opened,
    main,
    field: (label) => main.getByRole('textbox', { name: label, exact: true }),
    save: page.locator('.save-bar').getByRole('button').last(),
    details: page.getByRole('region', { name: detailsName }),
    // The lists alone: the choices of a form's fields are options too.
    row: (name) => page.getByRole('listbox').getByRole('option', { name }),
  };
}

export function deleteButton(within: Page | Locator): Locator {
  return within.getByRole('button', { name: 'Delete', exact: true });
}

/** The dialog that guards unsaved changes. */
export function leaveQuestion(page: Page): Locator {
  return page.getByRole('alertdialog', { name: /^Save changes to / });
}

/** The file dialog that `open` opens. */
export async function fileChooserOf(page: Page, open: () => Promise<void>): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser');
  // Keys reach the page another way than the request to catch the dialog, and can overtake it.
  await page.evaluate('0');
  await open();
  return chooser;
}

/** What has the focus, as the user knows it. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement;
    return element?.getAttribute('data-field') ?? element?.getAttribute('data-entry') ?? element?.textContent ?? '';
  })()`);
}

/** Whether something is wider than the window. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate('Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) > innerWidth');
}

/** What of the fields, buttons and texts in a pane sticks out of it. @param pane its selector */
export function sticksOut(page: Page, pane = '.entry-view'): Promise<string[]> {
  return page.evaluate(`(() => {
    const pane = document.querySelector('${pane}').getBoundingClientRect();
    return [...document.querySelectorAll('${pane} :is(input, select, button, a, p, h1, h2, pre, code, output)')]
      .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.right > pane.right + 1 || box.left < pane.left - 1);
      })
      .map((element) => element.outerHTML.slice(0, 200));
  })()`);
}
