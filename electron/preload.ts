/** Runs in the sandboxed renderer before the page: hands it the few things a browser cannot do. */
import { contextBridge, ipcRenderer } from 'electron';
import { ADD_SERIAL_PORT, CHOOSE_CSV_FOLDER, type DesktopBridge, ORIGIN_ARGUMENT } from './bridge.ts';

/** The page this runs before: the shell is compiled without the types of the web. */
declare const location: { readonly origin: string };

const ownOrigin = process.argv.find((word) => word.startsWith(ORIGIN_ARGUMENT))?.slice(ORIGIN_ARGUMENT.length);

// The page that says why the GUI could not be loaded lives in the same window and needs none of this.
if (ownOrigin !== undefined && location.origin === ownOrigin) {
  const bridge: DesktopBridge = {
    desktop: true,
    addSerialPort: async () => {
      await ipcRenderer.invoke(ADD_SERIAL_PORT);
    },
    chooseCsvFolder: async () => {
      await ipcRenderer.invoke(CHOOSE_CSV_FOLDER);
    },
  };
  contextBridge.exposeInMainWorld('mensura', bridge);
}
