import type { DesktopApp } from './desktop.ts';

/** Answers the next native dialogs. @param path undefined: the user cancels */
export function answerSaveDialog({ electron }: DesktopApp, path: string | undefined): Promise<void> {
  return electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = ((_window: unknown, options: { defaultPath?: string }) => {
      (globalThis as { proposed?: string | undefined }).proposed = options.defaultPath;
      return Promise.resolve({ canceled: filePath === undefined, filePath: filePath ?? '' });
    }) as typeof dialog.showSaveDialog;
  }, path);
}

/** The initial path of the newest of these dialogs. */
export function proposedPath({ electron }: DesktopApp): Promise<string | undefined> {
  return electron.evaluate(() => (globalThis as { proposed?: string }).proposed);
}
