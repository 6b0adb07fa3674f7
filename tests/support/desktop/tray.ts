/** A desktop with a tray, and what the icon in it says. */
import { vi } from 'vitest';
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

/** Pins this channel, and waits until the icon knows; what it is told from then on is followed. */
export async function watchTray(app: DesktopApp, channel: string): Promise<void> {
  await app.electron.evaluate(({ Tray }) => {
    Tray.prototype.setContextMenu = (menu) => (globalThis.trayMenu = menu ?? undefined);
    Tray.prototype.setToolTip = (tip) => (globalThis.trayTip = tip);
  });
  await fetch(`${app.url}/app/v1/settings`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ pinned_channels: [channel] }),
  });
  await vi.waitUntil(async () => (await trayContent(app)).labels.length > 0, { timeout: 20_000 });
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
    const item = globalThis.trayMenu?.items.find(({ label }) => label.includes(text));
    if (!item) throw new Error(`The tray has no entry with ${text}.`);
    item.click();
  }, pattern);
}
