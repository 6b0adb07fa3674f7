/** What happens when the user closes the window. */
import { type BrowserWindow, dialog } from 'electron';

export interface CloseSituation {
  /** The setting `keep_running`. */
  keepsRunning: boolean;
  /** The user can get back to a Mensura without a window: by a tray icon. */
  canComeBack: boolean;
  /** This process hosts the service; else it only shows another Mensura's, which goes on by itself. */
  hostsService: boolean;
}

/** `hide`: the service goes on. `ask`: the user decides. `quit`: everything ends. */
export type CloseAction = 'hide' | 'ask' | 'quit';

export function closeAction({ keepsRunning, canComeBack, hostsService }: CloseSituation): CloseAction {
  if (!hostsService || !keepsRunning) return 'quit';
  return canComeBack ? 'hide' : 'ask';
}

const ANSWERS = ['hide', 'quit', 'cancel'] as const;

/** Asks where a window, once hidden, could be brought back by nothing but another start. */
export async function askHowToClose(window: BrowserWindow): Promise<(typeof ANSWERS)[number]> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Mensura',
    message: 'Keep Mensura running in the background?',
    detail: 'This desktop has no tray. To show the window again, start Mensura again.',
    buttons: ['Keep running', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  });
  return ANSWERS[response] ?? 'cancel';
}
