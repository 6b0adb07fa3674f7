import { useCallback, useEffect, useRef, useState } from 'react';
import { type Pause, pause } from '../pause.ts';
import { RequestError } from '../requests.ts';

export interface Polled<Answer> {
  /** The newest answer; undefined before the first. */
  answer: Answer | undefined;
  /** Why the last question failed; null where it did not. */
  failure: RequestError | null;
  /** Asks now instead of when it is due. */
  refresh: () => void;
}

/**
 * @param ask the same function as long as the same is asked
 * @param everyMs from an answer to the next question, in milliseconds
 */
export function usePolled<Answer>(ask: (signal: AbortSignal) => Promise<Answer>, everyMs: number): Polled<Answer> {
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<RequestError | null>(null);
  /** The pause before the next question, and whether that is wanted at once. */
  const waiting = useRef<{ pause?: Pause; isUrgent: boolean }>({ isUrgent: false });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const state = waiting.current;
    const keepAsking = async (): Promise<void> => {
      while (!signal.aborted) {
        try {
          const news = await ask(signal);
          if (signal.aborted) return;
          setAnswer(news);
          setFailure(null);
        } catch (error) {
          if (signal.aborted) return;
          if (!(error instanceof RequestError)) throw error;
          setFailure(error);
        }
        if (state.isUrgent) {
          // Asked before whatever was changed: what came may be from before it.
          state.isUrgent = false;
        } else {
          state.pause = pause(everyMs, signal);
          await state.pause.done;
          state.isUrgent = false;
        }
      }
    };
    void keepAsking();
    return () => controller.abort();
  }, [ask, everyMs]);
  const refresh = useCallback(() => {
    waiting.current.isUrgent = true;
    waiting.current.pause?.end();
  }, []);
  return { answer, failure, refresh };
}
