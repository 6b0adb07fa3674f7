/** Where an instrument is plugged in, and what two looks at one instrument know together. */
import type { UsbConnection } from '../../contract/index.ts';
import type { DeviceDescription } from '../../devices/instrument.ts';
import type { UsbPresence } from '../sightings.ts';

/** Who can know something of one instrument. */
export interface DeviceViews {
  usb?: DeviceDescription | undefined;
  serial?: DeviceDescription | undefined;
  /** The serial side as USB sees it. */
  sighting?: UsbPresence | undefined;
}

/**
 * Whether the two sides are two instruments: both places are known and differ. Where one is not known they are taken
 * for one, for a serial number belongs to one instrument.
 */
export function isDifferentDevice(
  usb: DeviceDescription,
  serial: DeviceDescription,
  sighting: UsbPresence | undefined,
): boolean {
  const one = usb.connections.usb;
  const other = placeOf(serial, sighting);
  return one !== null && other !== null && (one.bus !== other.bus || one.address !== other.address);
}

/** One device of all looks at it: what the speaker does not know is taken from the others. */
export function mergeViews(speaker: DeviceDescription, { usb, serial, sighting }: DeviceViews): DeviceDescription {
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
export function describeLocation(description: DeviceDescription, sighting: UsbPresence | undefined): string {
  const place = placeOf(description, sighting);
  const usb = place ? `USB bus ${place.bus}, address ${place.address}` : 'USB';
  const port = description.connections.vcp?.port;
  return port === undefined ? usb : `${port} (${usb})`;
}

function placeOf({ connections }: DeviceDescription, sighting: UsbPresence | undefined): UsbConnection | null {
  return connections.usb ?? sighting?.connection ?? null;
}
