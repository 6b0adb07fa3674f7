import type { DeviceGroup } from '../../data/devices/grouping.ts';

/** In pixels, as in device-list.css. A compact list shows 20 rows in a window of 900 px. */
export const ROW_HEIGHT = 86;
export const COMPACT_ROW_HEIGHT = 32;
export const GROUP_HEIGHT = 34;

export interface PlacedRow<T> {
  item: T;
  /** From the top of its group. */
  top: number;
  /** Counted through all open groups, from 1. */
  position: number;
}

export interface PlacedGroup<T> extends Omit<DeviceGroup<T>, 'items'> {
  /** Of its devices, also while it is collapsed. */
  count: number;
  /** From the top of the list. */
  top: number;
  height: number;
  isCollapsed: boolean;
  rows: PlacedRow<T>[];
}

export interface ListWindow {
  top: number;
  height: number;
}

export interface LayoutOptions<T> {
  rowHeight: number;
  isCollapsed: (groupKey: string) => boolean;
  /** Rows kept out of view too, for the keyboard focus and a row that is dragged. */
  keep: (item: T) => boolean;
}

/** The groups with the rows in view. */
export function placeRows<T>(
  groups: readonly DeviceGroup<T>[],
  window: ListWindow,
  { rowHeight, isCollapsed, keep }: LayoutOptions<T>,
): PlacedGroup<T>[] {
  let offset = 0;
  let position = 0;
  return groups.map(({ items, ...group }) => {
    const rows: PlacedRow<T>[] = [];
    const collapsed = isCollapsed(group.key);
    const open = collapsed ? [] : items;
    for (const [index, item] of open.entries()) {
      const top = GROUP_HEIGHT + index * rowHeight;
      const inView = offset + top + rowHeight > window.top && offset + top < window.top + window.height;
      position += 1;
      if (inView || keep(item)) rows.push({ item, top, position });
    }
    const top = offset;
    const height = GROUP_HEIGHT + open.length * rowHeight;
    offset += height;
    return { ...group, count: items.length, top, height, isCollapsed: collapsed, rows };
  });
}
