import { useEffect, useRef, useState } from 'react';
import type { ApiCall } from '../../../data/api/call.ts';
import { tryCall } from '../../../data/api/try-request/try-call.ts';
import type { TryResult } from '../../../data/api/try-request/try-result.ts';

export interface TryOut {
  /** Null before the first request. */
  tried: TryResult | null;
  /** Path and query of that request. */
  target: string;
  send: (call: ApiCall) => void;
  /** Aborts the request; data received so far stays. */
  stop: () => void;
}

/** At most one request at a time; it is aborted with its component. */
export function useTry(): TryOut {
  const [tried, setTried] = useState<TryResult | null>(null);
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
