/** A request that is tried out: at most one at a time, which ends with the part of the page that shows it. */
import { useEffect, useRef, useState } from 'react';
import type { ApiCall } from '../../../data/api/call.ts';
import type { Tried } from '../../../data/api/try/tried.ts';
import { tryCall } from '../../../data/api/try/try-call.ts';

export interface TryOut {
  /** Null before the first try. */
  tried: Tried | null;
  /** Path and query of that try. */
  target: string;
  send: (call: ApiCall) => void;
  /** Ends it; what came so far stays. */
  stop: () => void;
}

export function useTry(): TryOut {
  const [tried, setTried] = useState<Tried | null>(null);
  const [target, setTarget] = useState('');
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    tried,
    target,
    send: (call) => {
      setTarget(call.target);
      running.current?.abort();
      running.current = new AbortController();
      void tryCall(call, { signal: running.current.signal, onNews: setTried });
    },
    stop: () => {
      running.current?.abort();
      setTried((known) => known && { ...known, phase: 'stopped' });
    },
  };
}
