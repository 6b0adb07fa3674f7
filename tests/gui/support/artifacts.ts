/** Screenshots and traces of failed tests, in the folder that MENSURA_TEST_ARTIFACTS names; none without it. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, type TestContext } from 'vitest';
import { errorText } from '../../../service/support/errors.ts';

const FOLDER = process.env['MENSURA_TEST_ARTIFACTS'];

const recorded = new Set<Page>();

/** Records what happens in a page from now on. */
export async function record(page: Page): Promise<void> {
  if (!FOLDER) return;
  const { tracing } = page.context();
  if (recorded.has(page)) await tracing.stop();
  await tracing.start({ snapshots: true });
  recorded.add(page);
  page.once('close', () => recorded.delete(page));
}

/** Keeps what was recorded where the test failed. Call it before the pages of the test are closed. */
export async function keepFailed({ task }: Pick<TestContext, 'task'>): Promise<void> {
  if (!FOLDER || task.result?.state !== 'fail') return;
  const title = `${task.file.name} ${task.name}`.replaceAll(/[^\w.-]+/g, '-').slice(0, 150);
  for (const [index, page] of [...recorded].entries()) {
    const path = join(FOLDER, `${title}-${index + 1}`);
    try {
      await page.screenshot({ path: `${path}.png` });
      await page.context().tracing.stop({ path: `${path}.zip` });
      recorded.delete(page);
      await record(page);
    } catch (error) {
      // A page that crashed has no picture; the test's own error says so.
      console.error(`${path}: ${errorText(error)}`);
    }
  }
}

// For pages that outlive the test.
afterEach(keepFailed);
