import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Alarm, DisplayUnits, SettingsInfo } from '../../service/contract/index.ts';
import type { DeviceRecord } from './devices/device-store.ts';
import { type Polled, usePolled } from './history/use-polled.ts';
import type { Live } from './live.ts';
import { now } from './now.ts';
import { fetchSettingsFacts } from './settings/settings-store.ts';
import type { Readable } from './store.ts';

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive needs a LiveContext around it.');
  return live;
}

export function useReadable<T>({ subscribe, get }: Readable<T>): T {
  return useSyncExternalStore(subscribe, get);
}

/** Including disconnected devices; renders only for changes of this device. */
export function useDevice(key: string): DeviceRecord | undefined {
  const { devices } = useLive();
  const subscribe = useCallback((listener: () => void) => devices.subscribe(key, listener), [devices, key]);
  return useSyncExternalStore(subscribe, () => devices.get(key));
}

/** Including disconnected devices; does not render for readings. */
export function useHasDevice(key: string): boolean {
  const { devices } = useLive();
  const subscribe = useCallback((listener: () => void) => devices.subscribe(key, listener), [devices, key]);
  return useSyncExternalStore(subscribe, () => devices.get(key) !== undefined);
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

/** `useDisplayUnits().of('°C').format(value, label)`. A new object for each change of the choices. */
export function useDisplayUnits(): DisplayUnits {
  return useReadable(useLive().settings.units);
}

/** A folder may be changed elsewhere. */
const REFRESH_MS = 60_000;

export function useSettingsFacts(): Polled<SettingsInfo> {
  const { settings, connection } = useLive();
  const facts = usePolled(fetchSettingsFacts, REFRESH_MS);
  const { refresh } = facts;
  useEffect(() => {
    const ends = [settings.all.subscribe(refresh), connection.subscribe(refresh)];
    return () => {
      for (const end of ends) end();
    };
  }, [settings, connection, refresh]);
  return facts;
}
