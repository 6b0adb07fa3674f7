/** What holds for all MQTT clients. */
import { useEffect, useState } from 'react';
import type { MqttClients } from '../../../service/contract/index.ts';
import { readClients } from '../../data/mqtt/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';

export type MqttFacts = Pick<MqttClients, 'secret_storage' | 'simulated_published'>;

/** Asked again whenever the service has come back, since it may have been started otherwise; null while not known. */
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
        // What depends on it says less meanwhile. That the service is away is said for the whole window.
        if (!(error instanceof RequestError)) throw error;
      }
    };
    void read();
    return () => ended.abort();
  }, [state]);
  return facts;
}
