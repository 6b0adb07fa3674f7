/** What the desktop app's preload script adds to the page; a browser has none of it. */
export interface DesktopBridge {
  readonly desktop: true;
  /** Opens the desktop's own dialog to add a serial port; resolves when it has been answered. */
  addSerialPort(): Promise<void>;
  /** Opens the desktop's own dialog to choose where CSV files go; resolves when it has been answered. */
  chooseCsvFolder(): Promise<void>;
  /** Lets the user choose another data folder; Mensura then starts again there. Resolves when it has been answered. */
  chooseDataFolder(): Promise<void>;
  /** Opens the desktop's own dialog to choose another data folder; resolves when it has been answered. */
  chooseDataFolder(): Promise<void>;
}

declare global {
  interface Window {
    readonly mensura?: DesktopBridge;
  }
}

/** The desktop app's bridge, undefined in a browser. */
export function desktopBridge(): DesktopBridge | undefined {
  return window.mensura;
}
