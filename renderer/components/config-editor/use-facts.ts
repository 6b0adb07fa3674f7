import { useEffect, useState } from 'react';
import { useLive, useReadable } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';

/**
 * What a list says beside its entries. Null while unknown. Loaded again after a reconnection, since the service may run
 * with other flags.
 * @param read the same function every time
 */
export function useFacts<Facts>(read: (signal: AbortSignal) => Promise<Facts>): Facts | null {
  const { state } = useReadable(useLive().connection);
  const [facts, setFacts] = useState<Facts | null>(null);
  useEffect(() => {
    if (state !== 'live') return undefined;
    const ended = new AbortController();
    const load = async (): Promise<void> => {
      try {
        setFacts(await read(ended.signal));
      } catch (error) {
        // The connection banner covers this.
        if (!(error instanceof RequestError)) throw error;
      }
    };
    void load();
    return () => ended.abort();
  }, [state, read]);
  return facts;
}
