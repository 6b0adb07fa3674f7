/** What the shell and the page say to each other: all of it. */

/** The one channel between page and shell. */
export const ADD_SERIAL_PORT = 'mensura:add-serial-port';

/** The renderer's command line carries the service's origin behind this, for the preload script. */
export const ORIGIN_ARGUMENT = '--mensura-origin=';

/** `window.mensura`: there in the desktop window, absent in a browser. */
export interface DesktopBridge {
  readonly desktop: true;
  /**
   * Lets the user choose a serial port in a native menu, and adds it. Resolves when that was answered, whatever the
   * answer; what went wrong was then said in a native box. Rejects for a page that may not ask.
   */
  addSerialPort(): Promise<void>;
}
