import * as z from 'zod';
import { familySchema } from './devices.ts';
import type { Family } from './families.ts';

/** The same serial number in both families is two devices (docs/decisions.md#1-identity). */
export interface DeviceKey {
  family: Family;
  serial: string;
}

/** For maps, events and files. A family has no slash, so keys cannot collide. */
export function deviceKey({ family, serial }: DeviceKey): string {
  return `${family}/${serial}`;
}

/** The reverse of `deviceKey`; undefined for another text. */
export function parseDeviceKey(key: string): DeviceKey | undefined {
  const slash = key.indexOf('/');
  const family = familySchema.safeParse(key.slice(0, Math.max(0, slash)));
  const serial = key.slice(slash + 1);
  return family.success && serial !== '' ? { family: family.data, serial } : undefined;
}

/** What an invalid device key must be. */
export const DEVICE_KEY_RULE = 'must be family/serial, such as "usb/E24638"';

/** A device as `deviceKey` writes it. */
export const deviceKeySchema = z
  .string()
  .max(1000)
  // A pattern, unlike a function, is in the OpenAPI document.
  .regex(new RegExp(`^(?:${familySchema.options.join('|')})/[\\s\\S]+$`), { message: DEVICE_KEY_RULE });
