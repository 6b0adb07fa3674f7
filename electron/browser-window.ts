import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { fitBounds, MIN_SIZE, type WindowPlacement } from './window-placement.ts';

export interface BrowserWindowOptions {
  placement: WindowPlacement;
  /** The folder of the built shell: preload script and icons. */
  shellDir: string;
  isDeveloperMode: boolean;
}

/** The background color of the GUI's themes, shown until the page is drawn. */
export function systemBackground(): string {
  return nativeTheme.shouldUseDarkColors ? '#0e1116' : '#f5f6f8';
}

function workAreas(): Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary, ...others].map(({ workArea }) => workArea);
}

/** Opens an empty window at its saved position, with the rights of a browser page. */
export function createBrowserWindow({ placement, shellDir, isDeveloperMode }: BrowserWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...fitBounds(placement.bounds, workAreas()),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Mensura',
    icon: join(shellDir, 'icons', 'icon-256.png'),
    backgroundColor: placement.background ?? systemBackground(),
    webPreferences: {
      preload: join(shellDir, 'preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Dictionaries would be downloaded from the internet.
      spellcheck: false,
      devTools: isDeveloperMode,
    },
  });
  if (placement.maximized) window.maximize();
  window.on('page-title-updated', (event) => event.preventDefault());
  return window;
}
