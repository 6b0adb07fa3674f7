import type { Family } from './devices.ts';

/** The same serial number in both families is two devices (docs/decisions.md#1-identity). */
export interface DeviceKey {
  family: Family;
  serial: string;
}

/** For maps, events and files. A family has no slash, so keys cannot collide. */
export function deviceKey({ family, serial }: DeviceKey): string {
  return `${family}/${serial}`;
}
