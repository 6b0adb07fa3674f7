/** Which of the two drivers speaks for a serial number, and what is told of it: decided from what is known, no more. */
import type { InstrumentDescription } from '../../devices/instrument.ts';
import type { TroubleReport } from '../../devices/troubles.ts';
import { duplicateTrouble } from '../roster.ts';
import type { Sighting } from '../sightings.ts';
import { areApart, unite, whereIs } from './places.ts';

/** A way to an instrument: the maker's USB protocol, or its serial port. */
export type Side = 'usb' | 'serial';

/** All that is known of one serial number. */
export interface Known {
  /** What each driver says of it; undefined where it has none. */
  readonly usb: InstrumentDescription | undefined;
  readonly serial: InstrumentDescription | undefined;
  /** How USB sees the serial side; undefined where it does not, or sees two with this number. */
  readonly sighting: Sighting | undefined;
  /** Whether the serial side measures, or may be expected to. */
  readonly serialMeasures: boolean;
}

/** What is to be told of one serial number. */
export interface Verdict {
  /** Whose readings count. */
  speaker: Side;
  /** What the speaker itself says. */
  source: InstrumentDescription;
  /** The one device: the speaker's words, with what the other side and USB know beside them. */
  description: InstrumentDescription;
  /** Set where the two sides are two instruments: the one that does not speak is not listed. */
  duplicate: TroubleReport | undefined;
  /** Who has an instrument with this number. */
  sides: readonly Side[];
}

/**
 * Undefined when the instrument is gone from both sides.
 * @param before the one that spoke until now: of two instruments with one number it goes on
 */
export function decide(known: Known, before: Side | undefined): Verdict | undefined {
  const { usb, serial, sighting } = known;
  if (!usb && !serial) return undefined;
  if (!serial) return alone('usb', usb as InstrumentDescription);
  if (!usb) return { ...alone('serial', serial), description: unite(serial, { serial, sighting }) };
  const sides = ['usb', 'serial'] as const;
  if (areApart(usb, serial, sighting)) {
    const [first, second] = before === 'serial' ? [serial, usb] : [usb, serial];
    const where = (one: InstrumentDescription): string => whereIs(one, one === serial ? sighting : undefined);
    return {
      speaker: before === 'serial' ? 'serial' : 'usb',
      source: first,
      description: first === serial ? unite(serial, { serial, sighting }) : usb,
      duplicate: duplicateTrouble(serial.serial, where(first), where(second)),
      sides,
    };
  }
  const source = known.serialMeasures ? serial : usb;
  return {
    speaker: known.serialMeasures ? 'serial' : 'usb',
    source,
    description: unite(source, { usb, serial, sighting }),
    duplicate: undefined,
    sides,
  };
}

function alone(side: Side, description: InstrumentDescription): Verdict {
  return { speaker: side, source: description, description, duplicate: undefined, sides: [side] };
}
