/** The page of the app's window, as the app itself and as Playwright see it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ElectronApplication, Page } from 'playwright';
import { errorText } from '../../../service/support/errors.ts';
import { until } from '../until.ts';

/** How long a page may take to tell what it shows, in milliseconds; it is asked again. */
const ANSWER_MS = 5000;

interface ShownPage {
  url: string;
  isCrashed: boolean;
  /** Whether the navigation of the GUI is there; undefined while the page gives no answer. */
  isGui: boolean | undefined;
  /** The beginning of its text. */
  text: string;
}

/** What the first window shows, by the app's own account; undefined without a window. */
function shownPage(electron: ElectronApplication): Promise<ShownPage | undefined> {
  return electron.evaluate(async ({ BrowserWindow }, patienceMs) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) return undefined;
    const look = '[document.querySelector("nav") !== null, document.body?.innerText.slice(0, 300) ?? ""]';
    const silent = new Promise<[undefined, string]>((resolve) => setTimeout(resolve, patienceMs, [undefined, '']));
    const [isGui, text] = await Promise.race([contents.executeJavaScript(look), silent]);
    return { url: contents.getURL(), isCrashed: contents.isCrashed(), isGui, text };
  }, ANSWER_MS);
}

/**
 * Waits until the window shows the GUI and Playwright follows it. Playwright can miss the navigation of a window that has
 * just opened, and waits for it forever then; the app's own account tells that from a fault of the app.
 * @param patienceMs how long the app may take to show the GUI, in milliseconds
 * @throws Error with what the window shows instead
 */
export async function awaitGui(electron: ElectronApplication, page: Page, patienceMs: number): Promise<void> {
  let shown: ShownPage | undefined;
  const isShown = async (): Promise<boolean> => {
    shown = await Promise.race([shownPage(electron), delay(patienceMs, undefined, { ref: false })]);
    return shown?.isGui === true && shown.url.startsWith('http:');
  };
  await until('the GUI in the window', isShown, patienceMs).catch((cause: unknown) => {
    throw new Error(`The window shows ${JSON.stringify(shown)}`, { cause });
  });
  const follow = async (timeout: number): Promise<void> => {
    await page.waitForURL(/^http:/, { timeout });
    await page.locator('nav').first().waitFor({ timeout });
  };
  try {
    await follow(patienceMs / 3);
  } catch (error) {
    process.stderr.write(
      `Playwright does not follow the window, which shows ${JSON.stringify(shown)}: ${errorText(error)}\n`,
    );
    await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
    await follow(patienceMs);
  }
}
