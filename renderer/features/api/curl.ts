/** Addresses of the read routes, and the lines that read them. */
import type { DeviceIdentity } from '../../data/devices/key.ts';

/** The contract version that the lines use: the newest. */
const VERSION = '3.7.0';

/** Where all devices of a family are read in full. */
export function devicesUrl(base: string, family: DeviceIdentity['family']): string {
  return `${base}/${VERSION}/devices/${family}?pretty=true`;
}

/** Where the latest measurement of every device of a family is read. */
export function measurementsUrl(base: string, family: DeviceIdentity['family']): string {
  return `${base}/${VERSION}/devices/${family}/measurements?pretty=true`;
}

/** Where one device's latest measurement is read. */
export function measurementUrl(base: string, { family, serial }: DeviceIdentity): string {
  return `${base}/${VERSION}/devices/${family}/${encodeURIComponent(serial)}/measurement?pretty=true`;
}

/** A line for a terminal. Double quotes work in every shell, Windows' own included; `!` and `$` do not occur unencoded. */
export function curlLine(url: string): string {
  return `curl "${url.replaceAll('$', '%24').replaceAll('!', '%21')}"`;
}
