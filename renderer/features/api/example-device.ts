import { useMemo, useState } from 'react';
import { type ExampleValues, ID_PATHS, type OwnDevice } from '../../data/api/example-values.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { groupDevices } from '../../data/devices/grouping.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { ValueStore } from '../../data/store.ts';

/** The key of the selected device; empty for none. Lasts as long as the window. */
const chosen = new ValueStore('');

export function chooseDevice(key: string): void {
  chosen.set(key);
}

export interface ExampleDevice extends ExampleValues {
  /** All devices on offer, the selected one first. */
  records: readonly DeviceRecord[];
  /** The user selected the first one. */
  isChosen: boolean;
}

/** The user's devices and entries for the samples. A selected device stays selected while it is disconnected. */
export function useExampleValues(): ExampleDevice {
  const { devices, clients, gateways, rules, alarms, destinations, dashboards, computed, runs, runPlans } = useLive();
  const attached = useReadable(devices.list);
  const [first, setFirst] = useState('');
  const ordered = useMemo(() => groupDevices(attached).flatMap(({ items }) => items), [attached]);
  const choice = useReadable(chosen);
  const key = choice || first;
  if (first === '' && ordered[0]) setFirst(ordered[0].key);
  const client = useReadable(clients.list)[0]?.identifier;
  const gateway = useReadable(gateways.list)[0]?.id;
  const rule = useReadable(rules.list)[0]?.id;
  const alarm = useReadable(alarms.list)[0]?.id;
  const destination = useReadable(destinations.list)[0]?.id;
  const dashboard = useReadable(dashboards.list)[0]?.id;
  const formula = useReadable(computed.list)[0]?.id;
  const run = useReadable(runs.list)[0]?.id.toString();
  const plan = useReadable(runPlans.list)[0]?.id;
  return useMemo(() => {
    const record = ordered.find((one) => one.key === key) ?? devices.get(key);
    const records = record ? [record, ...ordered.filter((one) => one.key !== key)] : ordered;
    const ids = [
      [ID_PATHS.clients, client],
      [ID_PATHS.gateways, gateway],
      [ID_PATHS.rules, rule],
      [ID_PATHS.alarms, alarm],
      [ID_PATHS.destinations, destination],
      [ID_PATHS.dashboards, dashboard],
      [ID_PATHS.computed, formula],
      [ID_PATHS.runs, run],
      [ID_PATHS.runPlans, plan],
    ] as const;
    return {
      records,
      isChosen: choice !== '',
      devices: records.map(ownDevice),
      ids: Object.fromEntries(ids.filter((pair): pair is [(typeof pair)[0], string] => pair[1] !== undefined)),
    };
  }, [ordered, devices, key, choice, client, gateway, rule, alarm, destination, dashboard, formula, run, plan]);
}

function ownDevice({ device }: DeviceRecord): OwnDevice {
  const { family, serial } = device;
  return { family, serial, channels: device.device.channel_list };
}
