/** How much time the charts show. */
import { useState } from 'react';
import { Segments } from '../../components/segments.tsx';
import { readPreference, writePreference } from '../../data/preferences.ts';
import type { Span } from '../charts/index.ts';

const MINUTE_MS = 60_000;

const OPTIONS = [
  { value: MINUTE_MS, word: '1 min' },
  { value: 5 * MINUTE_MS, word: '5 min' },
  { value: 15 * MINUTE_MS, word: '15 min' },
  { value: 60 * MINUTE_MS, word: '1 h' },
] as const;

const DEFAULT_MS = 5 * MINUTE_MS;
const PREFERENCE = 'window-length';

/** How much time the charts show, remembered. */
export function useWindowLength(): [Span, (span: Span) => void] {
  const [span, setSpan] = useState<Span>(() => {
    const remembered = Number(readPreference(PREFERENCE));
    return { ms: OPTIONS.some(({ value }) => value === remembered) ? remembered : DEFAULT_MS };
  });
  const choose = (chosen: Span): void => {
    setSpan(chosen);
    writePreference(PREFERENCE, String(chosen.ms));
  };
  return [span, choose];
}

export function WindowLength({ value, onChange }: { value: Span; onChange: (span: Span) => void }) {
  return <Segments<number> label="Time shown" options={OPTIONS} value={value.ms} onChange={(ms) => onChange({ ms })} />;
}
