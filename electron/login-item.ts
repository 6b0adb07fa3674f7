import type { App } from 'electron';
import { AutostartFile } from './autostart-file.ts';

/** At login the app starts without a window, if the desktop has a tray. */
const ARGS = ['--hidden'];

/** Starts the app when the user logs in. */
export interface LoginItem {
  /** The state in the system. */
  isOn(): Promise<boolean>;
  /** @throws Error if the system rejects the change */
  set(on: boolean): Promise<void>;
}

export interface LoginItemOptions {
  app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** Path of the running program. */
  execPath: string;
}

/** The login item of this app, or the reason why there is none. */
export function findLoginItem({ app, platform, env, execPath }: LoginItemOptions): LoginItem | string {
  if (!app.isPackaged) return 'Cannot start at login: this Mensura runs from source. Install Mensura.';
  if (platform !== 'win32' && platform !== 'darwin') {
    // An AppImage runs from a temporary folder; only its file can be started.
    return new AutostartFile({ env, command: [env['APPIMAGE'] || execPath, ...ARGS] });
  }
  // Windows identifies an item by its arguments; macOS has none.
  const item = platform === 'win32' ? { args: ARGS } : {};
  const isOn = async (): Promise<boolean> => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(item);
    // The Task Manager of Windows disables an item without removing it.
    return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin);
  };
  return {
    isOn,
    set: async (on) => {
      app.setLoginItemSettings({ ...item, openAtLogin: on });
      if ((await isOn()) !== on)
        throw new Error('The system rejected the change. Check the login items in the system settings.');
    },
  };
}
