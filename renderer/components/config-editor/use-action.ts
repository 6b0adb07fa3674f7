import { useCallback, useState } from 'react';
import { RequestError } from '../../data/requests.ts';

export interface Action {
  /** @returns undefined if it failed */
  run: <Result>(request: () => Promise<Result>) => Promise<Result | undefined>;
  busy: boolean;
  /** Null without an error. */
  failure: RequestError | null;
  dismiss: () => void;
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const run = useCallback(async <Result>(request: () => Promise<Result>): Promise<Result | undefined> => {
    setBusy(true);
    setFailure(null);
    try {
      return await request();
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
