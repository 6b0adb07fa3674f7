/** Numbers of names that are no numbers: 1 to this. */
const NUMBERS = 65_535;

/** A 32-bit FNV-1a hash: the same for the same name, on every computer and in every run. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(name)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}

/**
 * A bus as the contract wants it, an integer. Linux numbers its buses (`001`), macOS too, in hexadecimal digits (`14`).
 * Windows names the controller by its path (`PCIROOT(0)#PCI(1400)#USBROOT(0)`): its number is derived from that name,
 * stays the same as long as the controller does, and is good for telling buses apart alone.
 */
export function busNumber(bus: string, platform: NodeJS.Platform): number {
  if (platform === 'darwin' && /^[0-9a-f]{1,4}$/i.test(bus)) return Number.parseInt(bus, 16);
  if (/^\d{1,5}$/.test(bus)) return Number(bus);
  return 1 + (hash(bus) % NUMBERS);
}
