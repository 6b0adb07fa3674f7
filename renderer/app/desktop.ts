/** Added to the page by the preload script of the desktop app; missing in a browser. */
export interface DesktopBridge {
  readonly desktop: true;
  /** Opens a native dialog; resolves when it closes. */
  addSerialPort(): Promise<void>;
  /** Likewise, for the folder of CSV files. */
  chooseCsvFolder(): Promise<void>;
  /** Likewise; Mensura restarts with the new folder. */
  chooseDataFolder(): Promise<void>;
  /** Saves the shown page, as it prints, in a file that the user selects. */
  savePdf(): Promise<void>;
}

declare global {
  interface Window {
    readonly mensura?: DesktopBridge;
  }
}

/** Undefined in a browser. */
export function desktopBridge(): DesktopBridge | undefined {
  return window.mensura;
}
