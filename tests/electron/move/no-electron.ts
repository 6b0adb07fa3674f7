/** Replaces Electron in the process that moves the data. */

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
