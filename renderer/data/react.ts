import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { Alarm } from '../../service/contract/index.ts';
import type { DeviceRecord } from './devices/device-store.ts';
import type { Live } from './live.ts';
import { now } from './now.ts';
import type { Readable } from './store.ts';
import type { EntityRecord } from './stream/entity-store.ts';

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive needs a LiveContext around it.');
  return live;
}

export function useReadable<T>({ subscribe, get }: Readable<T>): T {
  return useSyncExternalStore(subscribe, get);
}

/** Including recently disconnected devices; renders only for changes of this device. */
export function useDevice(key: string): DeviceRecord | undefined {
  const { devices } = useLive();
  const subscribe = useCallback((listener: () => void) => devices.subscribe(key, listener), [devices, key]);
  return useSyncExternalStore(subscribe, () => devices.get(key));
}

/** Including recently disconnected devices; does not render for readings. */
export function useHasDevice(key: string): boolean {
  const { devices } = useLive();
  const subscribe = useCallback((listener: () => void) => devices.subscribe(key, listener), [devices, key]);
  return useSyncExternalStore(subscribe, () => devices.get(key) !== undefined);
}

/** Including recently deleted clients. */
export function useClient(identifier: string): EntityRecord<'mqtt-client'> | undefined {
  return useReadable(useLive().clients.known).get(identifier);
}

/** Including recently deleted gateways. */
export function useGateway(id: string): EntityRecord<'gateway'> | undefined {
  return useReadable(useLive().gateways.known).get(id);
}

/** Including recently deleted rules. */
export function useRule(id: string): EntityRecord<'alarm-rule'> | undefined {
  return useReadable(useLive().rules.known).get(id);
}

/** Renders only for changes of these alarms. */
export function useDeviceAlarms(key: string): readonly Alarm[] {
  const { alarms } = useLive();
  return useSyncExternalStore(alarms.active.subscribe, () => alarms.activeOf(key));
}

/** This computer's time in milliseconds since 1970, updated every second. */
export function useNow(): number {
  return useReadable(now);
}

/** The service's time, for ages of readings. */
export function useServiceNow(): number {
  const { clock: service } = useLive();
  return useNow() + service.offset;
}
