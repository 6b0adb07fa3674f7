import { randomUUID } from 'node:crypto';
import type { Batch, DeclaredChannel } from '../../../../../service/history/types.ts';

/** A reading or a mark of a channel, as in `Points`. */
export interface Row {
  slot: number;
  at: number;
  value: number;
}

/** A channel with a slot; two of them to a device. */
export function declaredChannel(slot: number, unit = '°C'): DeclaredChannel {
  return {
    slot,
    family: 'usb',
    serial: `E${100 + (slot >> 1)}`,
    channel: slot % 2 === 0 ? 'temperature' : 'pressure',
    unit,
    description: 'Of the air',
    label: `Probe ${slot}`,
    product: 'An instrument',
    order: slot % 2,
  };
}

/** A batch like no other. */
export function batchOf(rows: readonly Row[], declared: readonly DeclaredChannel[] = []): Batch {
  return {
    id: randomUUID(),
    declared,
    slots: Uint32Array.from(rows, ({ slot }) => slot),
    at: Float64Array.from(rows, ({ at }) => at),
    values: Float64Array.from(rows, ({ value }) => value),
  };
}

/** Readings of one channel at equal intervals. */
export function series(
  slot: number,
  from: number,
  count: number,
  intervalMs: number,
  value: (index: number) => number,
) {
  return Array.from(
    { length: count },
    (_, index): Row => ({ slot, at: from + index * intervalMs, value: value(index) }),
  );
}
