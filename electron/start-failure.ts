import { type App, type BrowserWindow, dialog } from 'electron';
import { exitCode } from '../service/settings/exit-codes.ts';
import { endProcess } from '../service/support/end-process.ts';
import { type ErrorCode, errorText, isMensuraError } from '../service/support/errors.ts';
import { SHUTDOWN_SIGNALS } from './quit.ts';

/** Remedies for errors whose message has none; null if it has one. */
const REMEDIES: Partial<Record<ErrorCode, string | null>> = {
  usage: 'Correct or remove this flag or variable, then start Mensura again.',
  'port-taken': 'Close the other program, or start Mensura on another port with --port 11396.',
  'data-folder-in-use': null,
  'data-folder-unusable': null,
};

export interface StartFailureOptions {
  app: App;
  /** Whether to show a message box. */
  isBoxed: boolean;
  /** The empty window that opened before the service. */
  early?: BrowserWindow | undefined;
}

/** Reports why Mensura cannot start, and exits with the error's code once the user or a signal closes the message box. */
export async function reportStartFailure(error: unknown, { app, isBoxed, early }: StartFailureOptions): Promise<void> {
  const what = errorText(error);
  const known = isMensuraError(error) ? REMEDIES[error.code] : undefined;
  const remedy = known === undefined ? 'Start Mensura again. If this continues, see the log.' : known;
  const sentences = remedy === null ? [what] : [what, remedy];
  const closing = new AbortController();
  for (const signal of SHUTDOWN_SIGNALS) process.once(signal, () => closing.abort());
  // A signal may arrive as this event; the exit code must stay that of the error.
  app.on('before-quit', (event) => {
    event.preventDefault();
    closing.abort();
  });
  process.stderr.write(sentences.map((line) => `mensura: ${line}\n`).join(''));
  early?.destroy();
  if (isBoxed) {
    await app.whenReady();
    await dialog.showMessageBox({
      type: 'error',
      title: 'Mensura',
      message: 'Cannot start Mensura',
      detail: sentences.join('\n\n'),
      buttons: ['Close'],
      signal: closing.signal,
    });
  }
  await endProcess(exitCode(error), true, (code) => app.exit(code));
}
