/** What is found on the local network, as long as somebody looks. */
import { useEffect, useState } from 'react';
import type { GatewayOffers } from '../../../../service/contract/index.ts';
import { gatewayOffers } from '../../../data/gateways/requests.ts';
import { RequestError } from '../../../data/requests.ts';

/** How often it is asked again, in milliseconds: somebody may be switching on the other Mensura meanwhile. */
const ASK_MS = 3000;

/** @returns undefined until the service has answered; while it does not, what it answered last */
export function useOffers(): GatewayOffers | undefined {
  const [offers, setOffers] = useState<GatewayOffers>();
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      try {
        setOffers(await gatewayOffers(left.signal));
      } catch (error) {
        // That the service is away is said above the page.
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
