import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { Alarm } from '../../service/contract/index.ts';
import type { RuleRecord } from './alarms/rule-store.ts';
import type { DeviceRecord } from './devices/device-store.ts';
import type { GatewayRecord } from './gateways/gateway-store.ts';
import type { Live } from './live.ts';
import type { ClientRecord } from './mqtt/client-store.ts';
import { now } from './now.ts';
import type { Readable } from './store.ts';

export const LiveContext = createContext<Live | null>(null);

/** The window's live data. */
export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive needs a LiveContext around it.');
  return live;
}

/** The present value of a store. */
export function useReadable<T>({ subscribe, get }: Readable<T>): T {
  return useSyncExternalStore(subscribe, get);
}

/** One device, attached or lately gone; renders again when it changed, not when another did. */
export function useDevice(key: string): DeviceRecord | undefined {
  const { devices } = useLive();
  const subscribe = useCallback((listener: () => void) => devices.subscribe(key, listener), [devices, key]);
  return useSyncExternalStore(subscribe, () => devices.get(key));
}

/** Whether the device is known, attached or lately gone; does not render again for its readings. */
export function useHasDevice(key: string): boolean {
  const { devices } = useLive();
  const subscribe = useCallback((listener: () => void) => devices.subscribe(key, listener), [devices, key]);
  return useSyncExternalStore(subscribe, () => devices.get(key) !== undefined);
}

/** One MQTT client, there or lately removed. */
export function useClient(identifier: string): ClientRecord | undefined {
  return useReadable(useLive().clients.known).get(identifier);
}

/** One gateway, there or lately removed. */
export function useGateway(id: string): GatewayRecord | undefined {
  return useReadable(useLive().gateways.known).get(id);
}

/** One rule, there or lately removed. */
export function useRule(id: string): RuleRecord | undefined {
  return useReadable(useLive().rules.known).get(id);
}

/** The active alarms of a device; renders again when they changed, not when another's did. */
export function useDeviceAlarms(key: string): readonly Alarm[] {
  const { alarms } = useLive();
  return useSyncExternalStore(alarms.active.subscribe, () => alarms.activeOf(key));
}

/** This computer's time in milliseconds since 1970, a second old at most; renders again with it. */
export function useNow(): number {
  return useReadable(now);
}

/** The service's time, likewise: what the ages of readings are told by. */
export function useServiceNow(): number {
  const { clock: service } = useLive();
  return useNow() + service.offset;
}
