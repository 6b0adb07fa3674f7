import { useState } from 'react';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { readPreference, writePreference } from '../../data/preferences.ts';
import type { Span } from '../charts/view/view.ts';

const MINUTE_MS = 60_000;

const OPTIONS = [
  { value: MINUTE_MS, word: '1 min' },
  { value: 5 * MINUTE_MS, word: '5 min' },
  { value: 15 * MINUTE_MS, word: '15 min' },
  { value: 60 * MINUTE_MS, word: '1 h' },
] as const;

const DEFAULT_MS = 5 * MINUTE_MS;
const PREFERENCE = 'window-length';

export interface WindowLengthState {
  /** Time window of the live view. */
  readonly span: Span;
  readonly choose: (span: Span) => void;
  /** Current time window in milliseconds; differs from `span` in a zoomed view. */
  readonly shownMs: number;
  readonly setShownMs: (ms: number) => void;
}

/** The time window of the charts; the selection is remembered. */
export function useWindowLength(): WindowLengthState {
  const [span, setSpan] = useState<Span>(() => {
    const remembered = Number(readPreference(PREFERENCE));
    return { ms: OPTIONS.some(({ value }) => value === remembered) ? remembered : DEFAULT_MS };
  });
  const choose = (chosen: Span): void => {
    setSpan(chosen);
    writePreference(PREFERENCE, String(chosen.ms));
  };
  const [shownMs, setShownMs] = useState(span.ms);
  return { span, choose, shownMs, setShownMs };
}

/** No option is pressed in a zoomed view. */
export function TimeWindowSelect({ length: { shownMs, choose } }: { length: WindowLengthState }) {
  return (
    <SegmentedControl<number> label="Time window" options={OPTIONS} value={shownMs} onChange={(ms) => choose({ ms })} />
  );
}
