/**
 * The firmware version from a USB device's bcdDevice, as sysfs writes it (`0204`): the high byte and the two decimal
 * digits of the low byte, 2.4 (hardware facts, 5). 0.0 for what is not such a number.
 */
export function firmwareOf(bcdDevice: string): { major: number; minor: number } {
  const [, major, minor] = /^([0-9a-f]{2})(\d{2})$/i.exec(bcdDevice) ?? [];
  if (major === undefined || minor === undefined) return { major: 0, minor: 0 };
  return { major: Number.parseInt(major, 16), minor: Number(minor) };
}
