/** Says why Mensura cannot start: on standard error for tools, in a native box for people. */
import { type App, type BrowserWindow, dialog } from 'electron';
import { exitCode } from '../service/settings/exit-codes.ts';
import { type ErrorCode, errorText, isMensuraError } from '../service/support/errors.ts';
import { END_SIGNALS } from './quit.ts';

/** What to do, for the failures whose own message cannot know that it is read in a desktop. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  usage: 'Start Mensura without this flag or variable, or correct it.',
  'port-taken': 'Close the other program, or start Mensura with another port: mensura --port 11396',
  'data-folder-in-use': 'Stop the other Mensura, or start this one with --data-dir and another folder.',
  'data-folder-unusable': 'Make the folder writable, or start Mensura with --data-dir and another folder.',
};

export interface StartFailureOptions {
  app: App;
  /** False where nobody would see a box. */
  isBoxed: boolean;
  /** The window that waits for the service. */
  early?: BrowserWindow | undefined;
}

/**
 * Reports and ends the process with the failure's exit code. The box is not waited for longer than the user or a
 * signal likes.
 */
export async function failToStart(error: unknown, { app, isBoxed, early }: StartFailureOptions): Promise<void> {
  const what = errorText(error);
  const remedy =
    (isMensuraError(error) && REMEDIES[error.code]) || 'Start it again; if that does not help, see the log.';
  const closing = new AbortController();
  for (const signal of END_SIGNALS) process.once(signal, () => closing.abort());
  process.stderr.write(`mensura: ${what}\nmensura: ${remedy}\n`);
  early?.destroy();
  if (isBoxed) {
    await app.whenReady();
    await dialog.showMessageBox({
      type: 'error',
      title: 'Mensura',
      message: 'Mensura cannot start',
      detail: `${what}\n\n${remedy}`,
      buttons: ['Close'],
      signal: closing.signal,
    });
  }
  app.exit(exitCode(error));
}
