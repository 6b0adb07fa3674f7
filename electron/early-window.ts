import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, BrowserWindow } from 'electron';
import { parseWith } from '../service/support/json-file.ts';
import { createBrowserWindow } from './browser-window.ts';
import { NO_PLACEMENT, PLACEMENT_FILE, placementSchema, type WindowPlacement } from './window-placement.ts';

export interface EarlyWindowOptions {
  app: Pick<App, 'getPath' | 'isPackaged'>;
  dataDir: string;
  /** The folder of the built shell. */
  shellDir: string;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Missing or unreadable; the owner of the file reports it later.
    return '';
  }
}

function startsHidden(dataDir: string): boolean {
  try {
    return (
      (JSON.parse(read(join(dataDir, 'settings.json'))) as { start_hidden?: unknown } | null)?.start_hidden === true
    );
  } catch {
    return false;
  }
}

function placement(path: string): WindowPlacement {
  const parsed = parseWith(placementSchema, read(path));
  return 'value' in parsed ? parsed.value : NO_PLACEMENT;
}

/** Opens the empty window at its saved position, before the service starts; undefined for a hidden start. */
export function openInitialWindow({ app, dataDir, shellDir }: EarlyWindowOptions): BrowserWindow | undefined {
  if (startsHidden(dataDir)) return undefined;
  const window = createBrowserWindow({
    placement: placement(join(app.getPath('userData'), PLACEMENT_FILE)),
    shellDir,
    isDeveloperMode: !app.isPackaged,
  });
  // Starts the renderer process early. Fails only if another page replaces it.
  window.loadURL('about:blank').catch(() => {});
  return window;
}
