/** Runs in the sandboxed renderer before the page: hands it the few things a browser cannot do. */
import { contextBridge, ipcRenderer } from 'electron';
import { ADD_SERIAL_PORT, ASK_ORIGIN, CHOOSE_CSV_FOLDER, CHOOSE_DATA_FOLDER, type DesktopBridge } from './bridge.ts';

/** The page this runs before: the shell is compiled without the types of the web. */
declare const location: { readonly origin: string; readonly protocol: string };

// The page that says why the GUI could not be loaded lives in the same window and needs none of this.
if (location.protocol === 'http:' && ipcRenderer.sendSync(ASK_ORIGIN) === location.origin) {
  const call = (channel: string) => async (): Promise<void> => {
    await ipcRenderer.invoke(channel);
  };
  const bridge: DesktopBridge = {
    desktop: true,
    addSerialPort: call(ADD_SERIAL_PORT),
    chooseCsvFolder: call(CHOOSE_CSV_FOLDER),
    chooseDataFolder: call(CHOOSE_DATA_FOLDER),
  };
  contextBridge.exposeInMainWorld('mensura', bridge);
}
