/**
 * Which connection of a USB device is read: while its serial port sends readings, the port, because that is the mode
 * the user chose; otherwise USB. Two devices with one serial number are distinguished by their location.
 */
import type { UsbConnection } from '../contract/index.ts';
import { silenceLimit } from '../devices/device-state.ts';
import type { Claim, Claims, Decision, OwnershipPolicy } from '../devices/ownership.ts';
import type { ProblemReport } from '../devices/problems.ts';
import type { DeviceDescription } from '../devices/types.ts';
import type { Clock } from '../support/clock.ts';
import { placeOf } from './usb/describe.ts';

/** A device in VCP mode as seen on USB: its serial port provides fewer facts. */
export interface UsbPresence {
  /** The USB serial number string, never empty. */
  serial: string;
  connection: UsbConnection;
  firmware: { major: number; minor: number };
}

export class UsbOwnership implements OwnershipPolicy {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** The plugged-in devices in VCP mode; a change requires a review of the claims. */
  vcpDevices: readonly UsbPresence[] = [];

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  decide(claims: Claims, former: Claim | undefined): Decision {
    const { usb, port } = connectionsOf(claims);
    const isUsb = (claim: Claim): boolean => !isPort(claim);
    const duplicates = new Map([...duplicatesOf(claims.filter(isUsb)), ...duplicatesOf(claims.filter(isPort))]);
    if (!port) return { owner: claims[0], description: claims[0].description, duplicates };
    // Beside a USB connection, a new port owns the device after its first reading; without one, at once.
    if (port.isMeasuring === undefined) {
      port.isMeasuring = !usb;
      port.lastReadingAt = this.#clock.monotonic();
    }
    const presence = this.#presenceOf(port.description.serial);
    if (!usb) return { owner: port, description: merge(port, [], presence), duplicates };
    if (isElsewhere(usb, port, presence)) {
      const [owner, other] = former === port ? [port, usb] : [usb, port];
      const locate = (claim: Claim): string => describeLocation(claim, claim === port ? presence : undefined);
      duplicates.set(other, duplicateProblem(other.description.serial, locate(owner), locate(other)));
      return { owner, description: owner === port ? merge(port, [], presence) : usb.description, duplicates };
    }
    const owner = port.isMeasuring ? port : usb;
    return { owner, description: merge(owner, [usb, port], presence), duplicates };
  }

  /** A port that falls silent loses the device to a USB connection that does not. */
  onReading(claim: Claim, claims: Claims): Claims | undefined {
    const { usb, port } = connectionsOf(claims);
    if (claim === port) {
      if (port.isMeasuring) return undefined;
      port.isMeasuring = true;
      return claims;
    }
    if (claim !== usb || !port?.isMeasuring) return undefined;
    if (this.#clock.monotonic() - port.lastReadingAt <= silenceLimit(port.description.periodMs)) return undefined;
    port.isMeasuring = false;
    return claims;
  }

  /** Undefined if USB sees no device with this number, or several, which would be a guess. */
  #presenceOf(serial: string): UsbPresence | undefined {
    const seen = this.vcpDevices.filter((device) => device.serial === serial);
    return seen.length === 1 ? seen[0] : undefined;
  }
}

function isPort({ description }: Claim): boolean {
  return description.protocol === 'vcp';
}

function connectionsOf(claims: Claims): { usb: Claim | undefined; port: Claim | undefined } {
  return { usb: claims.find((claim) => !isPort(claim)), port: claims.find(isPort) };
}

/** All claims after the first over one kind of connection: other devices. */
function duplicatesOf([first, ...rest]: readonly Claim[]): [Claim, ProblemReport][] {
  if (!first) return [];
  return rest.map((claim) => [claim, duplicateProblem(first.description.serial, nameOf(first), nameOf(claim))]);
}

/** The second of two devices with one serial number is not listed. */
function duplicateProblem(serial: string, first: string, second: string): ProblemReport {
  return {
    code: 'duplicate-serial',
    subject: `${serial} on ${second}`,
    text: `Duplicate serial number ${serial} on ${first} and ${second}. The second device is not listed.`,
    remedy: 'Disconnect one of the devices.',
  };
}

/**
 * Whether the two connections are of two devices: both locations are known and differ. Otherwise they count as one,
 * because a serial number belongs to one device.
 */
function isElsewhere(usb: Claim, port: Claim, presence: UsbPresence | undefined): boolean {
  const one = locationOf(usb, undefined);
  const other = locationOf(port, presence);
  return one !== null && other !== null && (one.bus !== other.bus || one.address !== other.address);
}

/** The owner's description, with what it lacks from the other connection and from USB. */
function merge(owner: Claim, claims: readonly Claim[], presence: UsbPresence | undefined): DeviceDescription {
  const known = [owner, ...claims].map(({ description }) => description);
  const location = known.map(({ connections }) => connections.usb).find((connection) => connection !== null);
  const port = known.map(({ connections }) => connections.vcp).find((connection) => connection !== null);
  const described = [...known, presence].find((one) => one && (one.firmware.major !== 0 || one.firmware.minor !== 0));
  const { connections, firmware } = owner.description;
  return {
    ...owner.description,
    connections: { ...connections, usb: location ?? presence?.connection ?? null, vcp: port ?? null },
    firmware: described?.firmware ?? firmware,
  };
}

/** As in a sentence: `/dev/ttyACM0`, or a USB device with its product. */
function nameOf({ description: { connections, productName } }: Claim): string {
  return connections.vcp?.port ?? `${describeUsb(connections.usb)} (${productName})`;
}

/** As in a sentence: `/dev/ttyACM0 (USB bus 3, address 7)`. */
function describeLocation(claim: Claim, presence: UsbPresence | undefined): string {
  const usb = describeUsb(locationOf(claim, presence));
  const port = claim.description.connections.vcp?.port;
  return port === undefined ? usb : `${port} (${usb})`;
}

function describeUsb(connection: UsbConnection | null): string {
  return connection ? placeOf(connection) : 'USB';
}

function locationOf({ description }: Claim, presence: UsbPresence | undefined): UsbConnection | null {
  return description.connections.usb ?? presence?.connection ?? null;
}
