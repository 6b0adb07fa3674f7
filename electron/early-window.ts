/** The window that stands there before the service does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, BrowserWindow } from 'electron';
import { parseWith } from '../service/support/json-file.ts';
import { createBrowserWindow } from './browser-window.ts';
import { NO_PLACEMENT, PLACEMENT_FILE, type Placement, placementSchema } from './window-placement.ts';

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
    // None yet, or none that can be read: whoever owns the file says so later.
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

function placement(path: string): Placement {
  const parsed = parseWith(placementSchema, read(path));
  return 'value' in parsed ? parsed.value : NO_PLACEMENT;
}

/** Shows the window where it was, empty; undefined where the settings want a start without one. */
export function openEarlyWindow({ app, dataDir, shellDir }: EarlyWindowOptions): BrowserWindow | undefined {
  if (startsHidden(dataDir)) return undefined;
  const window = createBrowserWindow({
    placement: placement(join(app.getPath('userData'), PLACEMENT_FILE)),
    shellDir,
    isDeveloperMode: !app.isPackaged,
  });
  // Has the page's process begin beside the service. An empty page cannot fail, but for one that takes its place.
  window.loadURL('about:blank').catch(() => {});
  return window;
}
