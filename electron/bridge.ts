/** What the shell and the page say to each other: all of it. */

/** The channels between page and shell: one for each thing that the page may ask for. */
export const ADD_SERIAL_PORT = 'mensura:add-serial-port';
export const CHOOSE_CSV_FOLDER = 'mensura:choose-csv-folder';

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
  /**
   * Lets the user choose the folder for CSV files in a native dialog, and sets it. Resolves and rejects as
   * `addSerialPort` does.
   */
  chooseCsvFolder(): Promise<void>;
}
