/** The commands of VCP mode, and their replies (docs/hardware.md#vcp-commands). */
import type { ValidLine } from './line.ts';

/** A command with an unknown reply: no line after it counts as one. */
export interface OneWayCommand {
  /** The text without its line end. */
  text: string;
}

export interface DeviceCommand extends OneWayCommand {
  /** How a line replies to it: `done`; `refused` when the device did something else; undefined for any other line. */
  judge(line: ValidLine): 'done' | 'refused' | undefined;
}

/** Requests the header line. */
export function infoCommand(): DeviceCommand {
  return { text: 'INFO', judge: (line) => (line.kind === 'header' ? 'done' : undefined) };
}

/** Sets the interval between data lines, in milliseconds. */
export function pollCommand(periodMs: number): DeviceCommand {
  return numberCommand('POLL', periodMs, /^poll interval set to (\d+) ms$/i);
}

/** Sets the digits after the decimal point, 1 to 7, a likely range (docs/hardware.md#vcp-commands). */
export function fractionCommand(digits: number): DeviceCommand {
  return numberCommand('FRAC', digits, /^printing (\d+) fractional digits?$/i);
}

function numberCommand(word: string, value: number, reply: RegExp): DeviceCommand {
  return {
    text: `${word} ${value}`,
    judge: (line) => {
      const replied = line.kind === 'echo' ? reply.exec(line.message)?.[1] : undefined;
      if (replied === undefined) return undefined;
      return Number(replied) === value ? 'done' : 'refused';
    },
  };
}

/** Selects USB mode after a restart. Its reply and that of `RESET` are unknown (docs/hardware.md#vcp-commands). */
export const PROTOCOL_USB: OneWayCommand = { text: 'PROTOCOL USB' };

/** Restarts the device: the port disappears. */
export const RESET: OneWayCommand = { text: 'RESET' };

/** CR LF ends a command, as in the published examples. */
export function encodeCommand({ text }: OneWayCommand): Uint8Array {
  return Buffer.from(`${text}\r\n`, 'latin1');
}
