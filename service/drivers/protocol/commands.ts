/** The commands of VCP mode, and how to recognize their replies (docs/hardware.md#vcp-commands). */
import type { ValidLine } from './line.ts';

/** A command whose answer is not known: whatever comes after it is not taken for one. */
export interface OneWayCommand {
  /** What is sent, without its line end. */
  text: string;
}

export interface DeviceCommand extends OneWayCommand {
  /**
   * How a line answers it: `done`; `refused` when the instrument says that it did something else; undefined when the
   * line is no answer to it.
   */
  judge(line: ValidLine): 'done' | 'refused' | undefined;
}

/** Asks for the header line. */
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

function numberCommand(word: string, value: number, answer: RegExp): DeviceCommand {
  return {
    text: `${word} ${value}`,
    judge: (line) => {
      const said = line.kind === 'echo' ? answer.exec(line.message)?.[1] : undefined;
      if (said === undefined) return undefined;
      return Number(said) === value ? 'done' : 'refused';
    },
  };
}

/**
 * Selects USB mode from the next restart on. The replies to this command and to `RESET` are unknown
 * (docs/hardware.md#vcp-commands).
 */
export const PROTOCOL_USB: OneWayCommand = { text: 'PROTOCOL USB' };

/** Restarts it: the port disappears. */
export const RESET: OneWayCommand = { text: 'RESET' };

/** The bytes of a command: CR LF ends it, as in the published examples. */
export function encodeCommand({ text }: OneWayCommand): Uint8Array {
  return Buffer.from(`${text}\r\n`, 'latin1');
}
