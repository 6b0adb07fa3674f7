import { rawRoute } from '../../app/guarded-location.ts';
import type { TimeRange } from '../../data/history-tiles/range-list.ts';

interface RangeRequest {
  route: string;
  range: TimeRange;
  /** Stops following the address. */
  end: () => void;
}

let pending: RangeRequest | undefined;

/**
 * Opens the next charts of a page at a range, if they are created before the address leaves the page.
 * @param route of the page, which the caller opens next
 */
export function requestRange(route: string, range: TimeRange): void {
  discard();
  const end = rawRoute.subscribe(() => {
    if (rawRoute.get() !== route) discard();
  });
  pending = { route, range, end };
}

/** The range that the charts of the current page are to be opened at, once. */
export function takeRequestedRange(): TimeRange | undefined {
  if (pending?.route !== rawRoute.get()) return undefined;
  const { range } = pending;
  discard();
  return range;
}

function discard(): void {
  pending?.end();
  pending = undefined;
}
