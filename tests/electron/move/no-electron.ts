/** In place of Electron where the move of the data runs in a process without it. */

/** A window that nobody sees. */
export class BrowserWindow {
  isDestroyed(): boolean {
    return false;
  }
  on(): void {}
  setProgressBar(): void {}
  setTitle(): void {}
  destroy(): void {}
  async loadURL(): Promise<void> {}
}

export const dialog = {
  showMessageBox: (said: { message: string; detail: string }): never => {
    throw new Error(`${said.message}. ${said.detail}`);
  },
};
