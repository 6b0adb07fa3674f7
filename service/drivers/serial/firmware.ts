/**
 * The firmware version of a USB device's bcdDevice as sysfs writes it: `0204` is 2.4
 * (docs/hardware.md#firmware-version). Anything else gives 0.0.
 */
export function firmwareOf(bcdDevice: string): { major: number; minor: number } {
  const [, major, minor] = /^([0-9a-f]{2})(\d{2})$/i.exec(bcdDevice) ?? [];
  if (major === undefined || minor === undefined) return { major: 0, minor: 0 };
  return { major: Number.parseInt(major, 16), minor: Number(minor) };
}
