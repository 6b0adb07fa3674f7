import { useCallback, useEffect, useState } from 'react';
import type { Run } from '../../../service/contract/index.ts';
import type { Live } from '../../data/live.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';
import { fetchRun } from '../../data/runs/requests.ts';

interface Answer {
  isMissing: boolean;
  /** Empty without an error. */
  failure: string;
}

export interface KnownRun extends Answer {
  /** The last known state; undefined while unknown. */
  run: Run | undefined;
  retry: () => void;
}

/** The event stream starts with the active runs alone: others are requested. */
export function useRun(id: number): KnownRun {
  const { runs, connection } = useLive();
  const record = useReadable(runs.known).get(String(id));
  const { state } = useReadable(connection);
  const [answer, setAnswer] = useState<Answer>({ isMissing: false, failure: '' });
  // A finished run that a restarted service has not sent looks deleted, too.
  const isUnknown = (record?.gone ?? true) && state === 'live';
  useEffect(() => {
    if (!isUnknown) return undefined;
    const controller = new AbortController();
    void load(id, runs, setAnswer, controller.signal);
    return () => controller.abort();
  }, [id, isUnknown, runs]);
  const retry = useCallback(() => void load(id, runs, setAnswer), [id, runs]);
  return { run: record?.view, ...answer, isMissing: isUnknown && answer.isMissing, retry };
}

async function load(
  id: number,
  runs: Live['runs'],
  onAnswer: (answer: Answer) => void,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const run = await fetchRun(id, signal);
    if (signal?.aborted) return;
    onAnswer({ isMissing: false, failure: '' });
    runs.accept(run);
  } catch (error) {
    if (signal?.aborted) return;
    if (!(error instanceof RequestError)) throw error;
    const isMissing = error.status === 404;
    onAnswer({ isMissing, failure: isMissing ? '' : error.message });
  }
}
