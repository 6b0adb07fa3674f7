/** A desktop with a tray, and what the icon in it says. */
import type { DesktopApp } from './desktop.ts';
import type { Installation } from './installation.ts';

/** A session bus that nobody has to answer on: the tool that asks it for a tray is replaced. */
export const TRAY_ENV = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };

/** Has the apps of this installation, given `TRAY_ENV`, find a tray. */
export async function playTray(installation: Installation): Promise<void> {
  await installation.addTool('gdbus', 'echo "(true,)"');
}

export interface TrayContent {
  toolTip: string;
  labels: string[];
}

/** What the app under test keeps for the test, in its main process. */
declare global {
  var trayMenu: Electron.Menu | undefined;
  var trayTip: string;
}

/** Follows what the icon is told from now on. */
export function watchTray({ electron }: DesktopApp): Promise<void> {
  return electron.evaluate(({ Tray }) => {
    Tray.prototype.setContextMenu = (menu) => (globalThis.trayMenu = menu ?? undefined);
    Tray.prototype.setToolTip = (tip) => (globalThis.trayTip = tip);
  });
}

/** What it was told last. */
export function trayContent({ electron }: DesktopApp): Promise<TrayContent> {
  return electron.evaluate(() => ({
    toolTip: globalThis.trayTip ?? '',
    labels: globalThis.trayMenu?.items.map(({ label }) => label) ?? [],
  }));
}

/** Clicks the entry of the tray's menu that matches. */
export function clickTray({ electron }: DesktopApp, pattern: string): Promise<void> {
  return electron.evaluate((_electron, text) => {
    globalThis.trayMenu?.items.find(({ label }) => label.includes(text))?.click();
  }, pattern);
}
