import type { Page } from 'playwright';

/** Opens the command palette, searches, and runs the first command once one of this name is found. */
export async function runCommand(page: Page, text: string, name: string | RegExp): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(text);
  await palette.getByRole('option', { name }).first().waitFor();
  await page.keyboard.press('Enter');
}
