import { useEffect, useState } from 'react';
import type { GatewayOffers } from '../../../../service/contract/index.ts';
import { gatewayOffers } from '../../../data/gateways/requests.ts';
import { RequestError } from '../../../data/requests.ts';

/** Often, since discovery may just be turned on at the other computer. */
const ASK_MS = 3000;

/** @returns undefined before the first response; afterwards the last one */
export function useOffers(): GatewayOffers | undefined {
  const [offers, setOffers] = useState<GatewayOffers>();
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      try {
        setOffers(await gatewayOffers(left.signal));
      } catch (error) {
        // The connection banner covers this.
        if (!(error instanceof RequestError)) throw error;
      }
      if (!left.signal.aborted) timer = setTimeout(() => void ask(), ASK_MS);
    };
    void ask();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, []);
  return offers;
}
