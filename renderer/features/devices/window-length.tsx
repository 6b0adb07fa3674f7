/** How much time the charts show. */
import { useState } from 'react';
import { Segments } from '../../components/segments.tsx';
import { readPreference, writePreference } from '../../data/preferences.ts';

const MINUTE_MS = 60_000;

const OPTIONS = [
  { value: MINUTE_MS, word: '1 min' },
  { value: 5 * MINUTE_MS, word: '5 min' },
  { value: 15 * MINUTE_MS, word: '15 min' },
  { value: 60 * MINUTE_MS, word: '1 h' },
] as const;

const DEFAULT_MS = 5 * MINUTE_MS;
const PREFERENCE = 'window-length';

/** The window's length in milliseconds, remembered. */
export function useWindowLength(): [number, (ms: number) => void] {
  const [length, setLength] = useState(() => {
    const remembered = Number(readPreference(PREFERENCE));
    return OPTIONS.some(({ value }) => value === remembered) ? remembered : DEFAULT_MS;
  });
  const choose = (ms: number): void => {
    setLength(ms);
    writePreference(PREFERENCE, String(ms));
  };
  return [length, choose];
}

export function WindowLength({ value, onChange }: { value: number; onChange: (ms: number) => void }) {
  return <Segments<number> label="Time shown" options={OPTIONS} value={value} onChange={onChange} />;
}
