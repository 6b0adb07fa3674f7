/** How this browser shows the list of devices. */
import { DEVICE_ORDERS, type DeviceOrder } from '../../data/devices/sorting.ts';
import { readPreference, writePreference } from '../../data/preferences.ts';
import { type Readable, ValueStore } from '../../data/store.ts';

const ORDER = 'device-order';
const ROWS = 'device-rows';
const COLLAPSED = 'device-groups-collapsed';
const PROBLEMS = 'device-problems';

/** Remembered collapsed groups; the longest collapsed are forgotten. */
const MAX_COLLAPSED = 200;

const order = new ValueStore<{ readonly by: DeviceOrder }>({
  by: DEVICE_ORDERS.find(({ value }) => value === readPreference(ORDER))?.value ?? 'connection',
});
const compact = new ValueStore(readPreference(ROWS) === 'compact');
const folded = new ValueStore(readPreference(PROBLEMS) === 'folded');
// Names of groups have no line breaks.
const collapsed = new ValueStore<ReadonlySet<string>>(
  new Set((readPreference(COLLAPSED) ?? '').split('\n').filter(Boolean).slice(-MAX_COLLAPSED)),
);

/** A new object for each choice, also of the same order, which then sorts again. */
export const deviceOrder: Readable<{ readonly by: DeviceOrder }> = order;

export const compactRows: Readable<boolean> = compact;

/** Only the number of problems is shown. */
export const foldedProblems: Readable<boolean> = folded;

/** By the key of the group. */
export const collapsedGroups: Readable<ReadonlySet<string>> = collapsed;

export function chooseOrder(by: DeviceOrder): void {
  order.set({ by });
  writePreference(ORDER, by);
}

export function setCompactRows(isCompact: boolean): void {
  compact.set(isCompact);
  writePreference(ROWS, isCompact ? 'compact' : 'comfortable');
}

export function setFoldedProblems(isFolded: boolean): void {
  folded.set(isFolded);
  writePreference(PROBLEMS, isFolded ? 'folded' : 'open');
}

export function setCollapsed(groupKeys: readonly string[], isCollapsed: boolean): void {
  const keys = [...collapsed.get()].filter((key) => !groupKeys.includes(key));
  const next = [...keys, ...(isCollapsed ? groupKeys : [])].slice(-MAX_COLLAPSED);
  collapsed.set(new Set(next));
  writePreference(COLLAPSED, next.join('\n'));
}
