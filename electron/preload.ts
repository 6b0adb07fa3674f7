/** Runs in the sandboxed renderer before the page and exposes `DesktopBridge`. */
import { contextBridge, ipcRenderer } from 'electron';
import {
  ADD_SERIAL_PORT,
  CHOOSE_CSV_FOLDER,
  CHOOSE_DATA_FOLDER,
  type DesktopBridge,
  GET_ORIGIN,
  SAVE_PDF,
} from './bridge.ts';

/** The shell is compiled without DOM types. */
declare const location: { readonly origin: string; readonly protocol: string };

// Error pages in the same window do not get the bridge.
if (location.protocol === 'http:' && ipcRenderer.sendSync(GET_ORIGIN) === location.origin) {
  const call = (channel: string) => async (): Promise<void> => {
    await ipcRenderer.invoke(channel);
  };
  const bridge: DesktopBridge = {
    desktop: true,
    addSerialPort: call(ADD_SERIAL_PORT),
    chooseCsvFolder: call(CHOOSE_CSV_FOLDER),
    chooseDataFolder: call(CHOOSE_DATA_FOLDER),
    savePdf: call(SAVE_PDF),
  };
  contextBridge.exposeInMainWorld('mensura', bridge);
}
