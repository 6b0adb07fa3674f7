import { type BrowserWindow, dialog } from 'electron';

export interface CloseContext {
  /** The setting `keep_running`. */
  keepsRunning: boolean;
  /** A tray icon can show the window again. */
  canReopen: boolean;
  /** Whether this process hosts the service; otherwise the service keeps running in another process. */
  hostsService: boolean;
}

/** `hide`: the service keeps running. `ask`: the user decides. `quit`: everything stops. */
export type CloseAction = 'hide' | 'ask' | 'quit';

export function closeAction({ keepsRunning, canReopen, hostsService }: CloseContext): CloseAction {
  if (!hostsService || !keepsRunning) return 'quit';
  return canReopen ? 'hide' : 'ask';
}

const CLOSE_CHOICES = ['hide', 'quit', 'cancel'] as const;

/** Asks whether to hide the window on a desktop without a tray. */
export async function confirmClose(window: BrowserWindow): Promise<(typeof CLOSE_CHOICES)[number]> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Mensura',
    message: 'Keep Mensura running in the background?',
    detail: 'This desktop has no tray. Start Mensura again to show the window.',
    buttons: ['Keep running', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  });
  return CLOSE_CHOICES[response] ?? 'cancel';
}
