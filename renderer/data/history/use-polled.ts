import { useCallback, useEffect, useRef, useState } from 'react';
import { type Pause, pause } from '../pause.ts';
import { RequestError } from '../requests.ts';

export interface Polled<Result> {
  /** Undefined before the first response. */
  result: Result | undefined;
  /** Null if the last request succeeded. */
  failure: RequestError | null;
  /** Requests now. */
  refresh: () => void;
}

/**
 * @param request must keep its identity
 * @param everyMs pause between a response and the next request
 */
export function usePolled<Result>(request: (signal: AbortSignal) => Promise<Result>, everyMs: number): Polled<Result> {
  const [result, setResult] = useState<Result>();
  const [failure, setFailure] = useState<RequestError | null>(null);
  /** The current pause, and whether to skip the next one. */
  const waiting = useRef<{ pause?: Pause; isUrgent: boolean }>({ isUrgent: false });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const state = waiting.current;
    const poll = async (): Promise<void> => {
      while (!signal.aborted) {
        try {
          const news = await request(signal);
          if (signal.aborted) return;
          setResult(news);
          setFailure(null);
        } catch (error) {
          if (signal.aborted) return;
          if (!(error instanceof RequestError)) throw error;
          setFailure(error);
        }
        if (state.isUrgent) {
          // This request started before the change: its response may be outdated.
          state.isUrgent = false;
        } else {
          state.pause = pause(everyMs, signal);
          await state.pause.done;
          state.isUrgent = false;
        }
      }
    };
    void poll();
    return () => controller.abort();
  }, [request, everyMs]);
  const refresh = useCallback(() => {
    waiting.current.isUrgent = true;
    waiting.current.pause?.end();
  }, []);
  return { result, failure, refresh };
}
