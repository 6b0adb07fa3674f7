/** IPC channels, one for each call of the page. */
export const ADD_SERIAL_PORT = 'mensura:add-serial-port';
export const CHOOSE_CSV_FOLDER = 'mensura:choose-csv-folder';
export const CHOOSE_DATA_FOLDER = 'mensura:choose-data-folder';
export const SAVE_PDF = 'mensura:save-pdf';

/** Returns the current origin of the service to the preload script, as text. */
export const GET_ORIGIN = 'mensura:origin';

/** `window.mensura`, only in the desktop window. */
export interface DesktopBridge {
  readonly desktop: true;
  /**
   * Lets the user select a serial port in a native menu, and adds it. Resolves when the menu is closed and errors were
   * shown. Rejects for pages without the right to call it.
   */
  addSerialPort(): Promise<void>;
  /**
   * Lets the user select the CSV folder in a native dialog, and saves it. Resolves and rejects as `addSerialPort`.
   */
  chooseCsvFolder(): Promise<void>;
  /**
   * Lets the user select another data folder in native dialogs; Mensura then restarts with a copy of the data or without.
   * Resolves and rejects as `addSerialPort`.
   */
  chooseDataFolder(): Promise<void>;
  /**
   * Saves the shown page, as it prints, in a PDF file that the user selects in a native dialog. Resolves and rejects as
   * `addSerialPort`.
   */
  savePdf(): Promise<void>;
}
