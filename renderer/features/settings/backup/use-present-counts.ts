import { useLive, useReadable } from '../../../data/react.ts';
import type { PartCounts } from '../../../data/settings/group-labels.ts';

/** Named but disconnected devices are known only to the service. */
export function usePresentCounts(): PartCounts {
  const { clients, gateways, rules } = useLive();
  return {
    settings: null,
    devices: null,
    mqtt: useReadable(clients.list).length,
    gateways: useReadable(gateways.list).length,
    alarms: useReadable(rules.list).length,
  };
}
