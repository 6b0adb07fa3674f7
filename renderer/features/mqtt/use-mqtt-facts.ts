import { useEffect, useState } from 'react';
import type { MqttClients } from '../../../service/contract/index.ts';
import { readClients } from '../../data/mqtt/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';

export type MqttFacts = Pick<MqttClients, 'secret_storage' | 'simulated_published'>;

/** Null while unknown. Loaded again after a reconnection, since the service may run with other flags. */
export function useMqttFacts(): MqttFacts | null {
  const { state } = useReadable(useLive().connection);
  const [facts, setFacts] = useState<MqttFacts | null>(null);
  useEffect(() => {
    if (state !== 'live') return undefined;
    const ended = new AbortController();
    const read = async (): Promise<void> => {
      try {
        setFacts(await readClients(ended.signal));
      } catch (error) {
        // The connection banner covers this.
        if (!(error instanceof RequestError)) throw error;
      }
    };
    void read();
    return () => ended.abort();
  }, [state]);
  return facts;
}
