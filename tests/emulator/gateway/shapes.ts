/**
 * Layouts of the response to `GET {base}/devices`. The real layout is unknown (docs/hardware.md#sensgate-responses):
 * each of these is ASSUMED, and shows what a reader must tolerate.
 */
import type { PluggedInstrument } from './plugged.ts';

/** A body and what the header says of it. */
export interface Body {
  contentType: string;
  text: string;
}

type Shape = (instruments: readonly PluggedInstrument[], gatewaySerial: string) => Body;

const SHAPE_TABLE = {
  /** Assumed: of each instrument its header line and its newest data line, as they came. */
  lines: (instruments) => plain(instruments.flatMap(({ header, data }) => [header, data])),
  /** Assumed: the newest data line of each instrument, as it came. */
  'data-lines': (instruments) => plain(instruments.map(({ data }) => data)),
  /** Assumed: JSON, an array of the same lines as `lines`, each without its line end. */
  'json-lines': (instruments) =>
    json(there(instruments.flatMap(({ header, data }) => [header, data])).map((line) => line.trimEnd())),
  /** Assumed: JSON, an object with the newest data line by port: `{"1":"D,..."}`. */
  'json-ports': (instruments) =>
    json(Object.fromEntries(instruments.flatMap(({ port, data }) => (data ? [[port, data.trimEnd()]] : [])))),
  /** Assumed: JSON without any line, which nobody can read. */
  unknown: (instruments, gatewaySerial) =>
    json({ gateway: gatewaySerial, ports: instruments.map(({ port, serial }) => ({ port, attached: serial })) }),
} as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof SHAPE_TABLE;

export const SHAPE_NAMES = Object.keys(SHAPE_TABLE) as ShapeName[];

/** The whole body, of instruments in the order of their ports. */
export function bodyOf(shape: ShapeName, instruments: readonly PluggedInstrument[], gatewaySerial: string): Body {
  const make: Shape = SHAPE_TABLE[shape];
  return make(instruments, gatewaySerial);
}

/** The same text, with every line's check sum off by one bit. */
export function withWrongCrc(text: string): string {
  return text.replaceAll(/\*([0-9A-Fa-f]{4})/g, (_, digits: string) => {
    return `*${(Number.parseInt(digits, 16) ^ 0x0001).toString(16).padStart(4, '0')}`;
  });
}

function plain(lines: readonly (string | null)[]): Body {
  return { contentType: 'text/plain', text: there(lines).join('') };
}

function json(value: unknown): Body {
  return { contentType: 'application/json', text: JSON.stringify(value) };
}

function there(lines: readonly (string | null)[]): string[] {
  return lines.filter((line) => line !== null);
}
