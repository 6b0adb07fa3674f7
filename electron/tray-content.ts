import type { MenuItemConstructorOptions } from 'electron';
import type { Alarm } from '../service/contract/index.ts';
import { escapeMenuLabel } from './menu.ts';
import type { PinnedValue } from './pinned-values.ts';
import type { TraySummary } from './tray-summary.ts';

/** Limits of the tool tip: pinned values, and length in UTF-16 units, set by Windows. */
const TIP = { values: 3, length: 127 } as const;

export interface TrayContent {
  summary: TraySummary;
  named: readonly { alarm: Alarm; label: string }[];
  pinned: readonly PinnedValue[];
  keepsRunning: boolean;
}

export interface TrayActions {
  openAlarm(alarm: Alarm): void;
  openPinned(value: PinnedValue): void;
  openWindow(): void;
  copyAddress(): void;
  setKeepRunning(isOn: boolean): void;
  quit(): void;
}

/** The summary, then the first pinned values, one on each line. */
export function toolTip({ text }: TraySummary, pinned: readonly PinnedValue[]): string {
  const lines = [`Mensura: ${text}`, ...pinned.slice(0, TIP.values).map(({ line }) => line)];
  const tip = lines.join('\n');
  if (tip.length <= TIP.length) return tip;
  // The cut may leave half of a surrogate pair.
  return `${tip.slice(0, TIP.length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

export function trayTemplate(
  { summary, named, pinned, keepsRunning }: TrayContent,
  { openAlarm, openPinned, openWindow, copyAddress, setKeepRunning, quit }: TrayActions,
): MenuItemConstructorOptions[] {
  return [
    { label: summary.text, enabled: false },
    ...named.map(({ alarm, label }) => ({ label: escapeMenuLabel(label), click: () => openAlarm(alarm) })),
    ...(pinned.length > 0 ? [{ type: 'separator' as const }] : []),
    ...pinned.map((value) => ({ label: escapeMenuLabel(value.line), click: () => openPinned(value) })),
    { type: 'separator' },
    { label: 'Open Mensura', click: openWindow },
    { label: 'Copy API address', click: copyAddress },
    {
      label: 'Keep running when the window is closed',
      type: 'checkbox',
      checked: keepsRunning,
      click: ({ checked }) => setKeepRunning(checked),
    },
    { type: 'separator' },
    { label: 'Quit Mensura', click: quit },
  ];
}
