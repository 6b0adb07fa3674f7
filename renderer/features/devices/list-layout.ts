import type { DeviceGroup } from '../../data/devices/grouping.ts';

/** In pixels, as in device-list.css. */
export const ROW_HEIGHT = 86;
export const GROUP_HEIGHT = 34;

export interface PlacedRow<T> {
  item: T;
  /** From the top of its group. */
  top: number;
  /** Counted through all groups, from 1. */
  position: number;
}

export interface PlacedGroup<T> {
  title: string;
  count: number;
  height: number;
  rows: PlacedRow<T>[];
}

export interface ListWindow {
  top: number;
  height: number;
}

/** The groups with the rows in view. @param keep rows kept out of view too, for the keyboard focus */
export function placeRows<T>(
  groups: readonly DeviceGroup<T>[],
  window: ListWindow,
  keep: (item: T) => boolean,
): PlacedGroup<T>[] {
  let offset = 0;
  let position = 0;
  return groups.map(({ title, items }) => {
    const rows: PlacedRow<T>[] = [];
    for (const [index, item] of items.entries()) {
      const top = GROUP_HEIGHT + index * ROW_HEIGHT;
      const inView = offset + top + ROW_HEIGHT > window.top && offset + top < window.top + window.height;
      position += 1;
      if (inView || keep(item)) rows.push({ item, top, position });
    }
    const height = GROUP_HEIGHT + items.length * ROW_HEIGHT;
    offset += height;
    return { title, count: items.length, height, rows };
  });
}
