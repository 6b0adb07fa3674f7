/** What the shell and the page say to each other: all of it. */

/** The channels between page and shell: one for each thing that the page may ask for. */
export const ADD_SERIAL_PORT = 'mensura:add-serial-port';
export const CHOOSE_CSV_FOLDER = 'mensura:choose-csv-folder';
export const CHOOSE_DATA_FOLDER = 'mensura:choose-data-folder';

/** By this the preload script asks, before a page begins, at which origin the service is now: the answer is text. */
export const ASK_ORIGIN = 'mensura:origin';

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
  /**
   * Lets the user choose another data folder in native dialogs. Mensura then starts again, with what was kept so far or
   * without it. Resolves and rejects as `addSerialPort` does.
   */
  chooseDataFolder(): Promise<void>;
}
