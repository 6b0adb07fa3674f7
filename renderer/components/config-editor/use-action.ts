/** Something that the service is asked to do, with what the user needs to see of it. */
import { useCallback, useState } from 'react';
import { RequestError } from '../../data/requests.ts';

export interface Action {
  /** Answers what was asked for, undefined when that failed. */
  run: <Answer>(ask: () => Promise<Answer>) => Promise<Answer | undefined>;
  busy: boolean;
  /** Why it failed; null while nothing has. */
  failure: RequestError | null;
  dismiss: () => void;
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const run = useCallback(async <Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> => {
    setBusy(true);
    setFailure(null);
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  }, []);
  const dismiss = useCallback(() => setFailure(null), []);
  return { run, busy, failure, dismiss };
}
