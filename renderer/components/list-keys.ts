/** Moving through a list by keyboard. */

/** Rows that Page Up and Page Down pass over. */
const PAGE = 8;

/** The index that a key leads to, undefined for a key that does not move. `index` is -1 where nothing is selected. */
export function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1);
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return Math.min(last, Math.max(0, index) + PAGE);
    case 'PageUp':
      return Math.max(0, index - PAGE);
    default:
      return undefined;
  }
}
