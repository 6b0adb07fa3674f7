/** Which of the two drivers speaks for a serial number, and what is told of it: decided from what is known, no more. */

import type { UsbConnection } from '../../contract/index.ts';
import type { DeviceDescription } from '../../devices/instrument.ts';
import type { ProblemReport } from '../../devices/problems.ts';
import { duplicateProblem } from '../serial-number-owners.ts';
import type { UsbPresence } from '../sightings.ts';

/** A way to an instrument: the maker's USB protocol, or its serial port. */
export type Transport = 'usb' | 'serial';

/** All that is known of one serial number. */
export interface TransportStates {
  /** What each driver says of it; undefined where it has none. */
  readonly usb: DeviceDescription | undefined;
  readonly serial: DeviceDescription | undefined;
  /** How USB sees the serial side; undefined where it does not, or sees two with this number. */
  readonly sighting: UsbPresence | undefined;
  /** Whether the serial side measures, or may be expected to. */
  readonly serialMeasures: boolean;
}

/** What is to be told of one serial number. */
export interface MergedDevice {
  /** Whose readings count. */
  speaker: Transport;
  /** What the speaker itself says. */
  source: DeviceDescription;
  /** The one device: the speaker's words, with what the other side and USB know beside them. */
  description: DeviceDescription;
  /** Set where the two sides are two instruments: the one that does not speak is not listed. */
  duplicate: ProblemReport | undefined;
  /** Who has an instrument with this number. */
  sides: readonly Transport[];
}

/**
 * Undefined when the instrument is gone from both sides.
 * @param before the one that spoke until now: of two instruments with one number it goes on
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

/** Who can know something of one instrument. */
interface DeviceViews {
  usb?: DeviceDescription | undefined;
  serial?: DeviceDescription | undefined;
  /** The serial side as USB sees it. */
  sighting?: UsbPresence | undefined;
}

/**
 * Whether the two sides are two instruments: both places are known and differ. Where one is not known they are taken
 * for one, for a serial number belongs to one instrument.
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

/** One device of all looks at it: what the speaker does not know is taken from the others. */
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

/** Where an instrument is, as it stands in a sentence: `/dev/ttyACM0 (USB bus 3, address 7)`. */
function describeLocation(description: DeviceDescription, sighting: UsbPresence | undefined): string {
  const place = placeOf(description, sighting);
  const usb = place ? `USB bus ${place.bus}, address ${place.address}` : 'USB';
  const port = description.connections.vcp?.port;
  return port === undefined ? usb : `${port} (${usb})`;
}

function placeOf({ connections }: DeviceDescription, sighting: UsbPresence | undefined): UsbConnection | null {
  return connections.usb ?? sighting?.connection ?? null;
}
