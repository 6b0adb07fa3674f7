import { useLive, useReadable } from '../../../data/react.ts';
import type { PartCounts } from '../../../data/settings/group-labels.ts';

/** How many things of each part are there now. Devices that are named but not attached are known to the service alone. */
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
