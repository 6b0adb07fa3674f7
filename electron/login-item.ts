/** Whether the system starts the app when the user logs in: asked of the system, and told to it. */
import type { App } from 'electron';
import { AutostartFile } from './autostart-file.ts';

/** Started by the system, the app begins without its window, where the desktop has a tray. */
const ARGS = ['--hidden'];

export interface LoginItem {
  /** What the system will do. */
  isOn(): Promise<boolean>;
  /** @throws Error in words, where the system does not take it */
  set(on: boolean): Promise<void>;
}

export interface LoginItemOptions {
  app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** The running program, as a file. */
  execPath: string;
}

/** The login item of this app; a sentence why there can be none otherwise. */
export function findLoginItem({ app, platform, env, execPath }: LoginItemOptions): LoginItem | string {
  if (!app.isPackaged) return 'Only an installed Mensura can start at login. This one runs from source.';
  if (platform !== 'win32' && platform !== 'darwin') {
    // An AppImage runs from a folder that is gone when it ends; the file itself is what can be started.
    return new AutostartFile({ env, command: [env['APPIMAGE'] || execPath, ...ARGS] });
  }
  // On Windows an item is known by its arguments; macOS has none, and says itself that it started the app.
  const item = platform === 'win32' ? { args: ARGS } : {};
  const isOn = async (): Promise<boolean> => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(item);
    // The Task Manager of Windows switches an item off without removing it.
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
