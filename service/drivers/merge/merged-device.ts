/** Decides which of the two drivers owns a serial number, and how the device is described. Pure. */

import type { UsbConnection } from '../../contract/index.ts';
import type { DeviceDescription } from '../../devices/instrument.ts';
import type { ProblemReport } from '../../devices/problems.ts';
import { duplicateProblem } from '../serial-number-owners.ts';
import type { UsbPresence } from '../sightings.ts';

/** A connection to a device: the manufacturer's USB protocol, or its serial port. */
export type Transport = 'usb' | 'serial';

/** The state of one serial number. */
export interface TransportStates {
  /** The description from each driver; undefined if it has none. */
  readonly usb: DeviceDescription | undefined;
  readonly serial: DeviceDescription | undefined;
  /** The serial side as seen on USB; undefined if it is not there, or there are two with this number. */
  readonly sighting: UsbPresence | undefined;
  /** Whether the serial side sends readings, or may soon. */
  readonly serialMeasures: boolean;
}

export interface MergedDevice {
  /** The side whose readings are used. */
  speaker: Transport;
  /** The owner's own description. */
  source: DeviceDescription;
  /** The owner's description, completed by the other side and by USB. */
  description: DeviceDescription;
  /** Set if the two sides are two devices: only the owner's is listed. */
  duplicate: ProblemReport | undefined;
  /** The sides that have a device with this number. */
  sides: readonly Transport[];
}

/**
 * Undefined when both sides lost the device.
 * @param before the previous owner, which stays the owner of two devices with one number
 */
export function mergeTransports(known: TransportStates, before: Transport | undefined): MergedDevice | undefined {
  const { usb, serial, sighting } = known;
  if (!usb && !serial) return undefined;
  if (!serial) return alone('usb', usb as DeviceDescription);
  if (!usb) return { ...alone('serial', serial), description: mergeViews(serial, { serial, sighting }) };
  const sides = ['usb', 'serial'] as const;
  if (isDifferentDevice(usb, serial, sighting)) {
    const [first, second] = before === 'serial' ? [serial, usb] : [usb, serial];
    const where = (one: DeviceDescription): string => describeLocation(one, one === serial ? sighting : undefined);
    return {
      speaker: before === 'serial' ? 'serial' : 'usb',
      source: first,
      description: first === serial ? mergeViews(serial, { serial, sighting }) : usb,
      duplicate: duplicateProblem(serial.serial, where(first), where(second)),
      sides,
    };
  }
  const source = known.serialMeasures ? serial : usb;
  return {
    speaker: known.serialMeasures ? 'serial' : 'usb',
    source,
    description: mergeViews(source, { usb, serial, sighting }),
    duplicate: undefined,
    sides,
  };
}

function alone(side: Transport, description: DeviceDescription): MergedDevice {
  return { speaker: side, source: description, description, duplicate: undefined, sides: [side] };
}

/** All sources of facts about one device. */
interface DeviceViews {
  usb?: DeviceDescription | undefined;
  serial?: DeviceDescription | undefined;
  /** The serial side as seen on USB. */
  sighting?: UsbPresence | undefined;
}

/**
 * Whether the two sides are two devices: both positions are known and differ. Otherwise they count as one, because a
 * serial number belongs to one device.
 */
function isDifferentDevice(
  usb: DeviceDescription,
  serial: DeviceDescription,
  sighting: UsbPresence | undefined,
): boolean {
  const one = usb.connections.usb;
  const other = placeOf(serial, sighting);
  return one !== null && other !== null && (one.bus !== other.bus || one.address !== other.address);
}

/** Takes what the owner does not know from the others. */
function mergeViews(speaker: DeviceDescription, { usb, serial, sighting }: DeviceViews): DeviceDescription {
  const looks = [speaker, usb, serial].filter((look) => look !== undefined);
  const place = looks.map(({ connections }) => connections.usb).find((connection) => connection !== null);
  const firmware = [...looks, sighting].find(
    (look) => look && (look.firmware.major !== 0 || look.firmware.minor !== 0),
  );
  return {
    ...speaker,
    connections: {
      ...speaker.connections,
      usb: place ?? sighting?.connection ?? null,
      vcp: serial?.connections.vcp ?? null,
    },
    firmware: firmware?.firmware ?? speaker.firmware,
  };
}

/** As in a sentence: `/dev/ttyACM0 (USB bus 3, address 7)`. */
function describeLocation(description: DeviceDescription, sighting: UsbPresence | undefined): string {
  const place = placeOf(description, sighting);
  const usb = place ? `USB bus ${place.bus}, address ${place.address}` : 'USB';
  const port = description.connections.vcp?.port;
  return port === undefined ? usb : `${port} (${usb})`;
}

function placeOf({ connections }: DeviceDescription, sighting: UsbPresence | undefined): UsbConnection | null {
  return connections.usb ?? sighting?.connection ?? null;
}
