import { useCallback, useState } from 'react';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { readPreference, writePreference } from '../../data/preferences.ts';
import { useReadable } from '../../data/react.ts';
import { type Readable, ValueStore } from '../../data/store.ts';
import { type ChartRange, rangeError } from '../charts/view/chart-range.ts';
import type { ShownView, Span, View } from '../charts/view/view.ts';

const MINUTE_MS = 60_000;

const OPTIONS = [
  { value: MINUTE_MS, word: '1 min' },
  { value: 5 * MINUTE_MS, word: '5 min' },
  { value: 15 * MINUTE_MS, word: '15 min' },
  { value: 60 * MINUTE_MS, word: '1 h' },
] as const;

const DEFAULT_MS = 5 * MINUTE_MS;
const PREFERENCE = 'window-length';

/** Whether a button of its own shows this time window, in milliseconds. */
export function hasOwnButton(ms: number): boolean {
  return OPTIONS.some(({ value }) => value === ms);
}

export interface TimeWindow {
  /** Length of the live view. */
  readonly span: Span;
  /** Changes it, and remembers it unless it is from a link. */
  readonly choose: (ms: number, isRemembered?: boolean) => void;
  /** What the charts show. */
  readonly shown: Readable<ShownView>;
  readonly setShown: (shown: ShownView) => void;
}

/** The time window of the charts. @param linked the range to start with; undefined for the remembered one */
export function useTimeWindow(linked: ChartRange | undefined): TimeWindow {
  const [span, setSpan] = useState<Span>(() => ({ ms: linked && 'last' in linked ? linked.last : rememberedWindow() }));
  const [shown] = useState(() => new ValueStore(initiallyShown(span, linked)));
  const choose = useCallback((ms: number, isRemembered = true): void => {
    setSpan({ ms });
    if (isRemembered) writePreference(PREFERENCE, String(ms));
  }, []);
  const setShown = useCallback((view: ShownView) => shown.set(view), [shown]);
  return { span, choose, shown, setShown };
}

/** The time window that was last chosen, in milliseconds. */
export function rememberedWindow(): number {
  const last = Number(readPreference(PREFERENCE));
  return rangeError({ last }) === '' ? last : DEFAULT_MS;
}

function initiallyShown({ ms }: Span, linked: ChartRange | undefined): ShownView {
  const fixed: View | undefined = linked && 'from' in linked ? linked : undefined;
  return { ms: fixed ? fixed.to - fixed.from : ms, fixed };
}

/** No option is pressed in a zoomed view. */
export function TimeWindowSelect({ window }: { window: TimeWindow }) {
  const { ms } = useReadable(window.shown);
  return (
    <SegmentedControl<number>
      label="Time window"
      options={OPTIONS}
      value={ms}
      onChange={(chosen) => window.choose(chosen)}
    />
  );
}
