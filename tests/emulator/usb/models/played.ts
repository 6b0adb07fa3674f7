/** An emulated instrument that replies to the documented commands (docs/hardware.md#usb-commands). */
import type { ControlAnswer, Setup, VirtualDescriptors, VirtualInstrument } from '../parts.ts';
import { ERROR_MARK, frame, VENDOR_IN } from './frames.ts';

const COMMAND = {
  chipId: 0x01,
  channelCount: 0x02,
  raw: 0x10,
  calibration: 0x11,
  thermocoupleType: 0x13,
  setProtocol: 0xfb,
  reset: 0xfd,
} as const;

/** The argument of SET_PROTOCOL, by what the instrument then is. */
const PROTOCOLS: readonly VirtualDescriptors['kind'][] = ['vendor', 'cdc-acm'];

/** The chips with a thermocouple of type K, whose type number is 0. */
const TYPE_K = 0x21;

export interface Sheet {
  /** As it is before any switch of the protocol. */
  descriptors: VirtualDescriptors;
  channels: readonly { chip: number; raw: Uint8Array }[];
  calibration: readonly Uint8Array[];
  /** Whether it can be told to be a serial port. */
  switches: boolean;
}

/** Plays one instrument. Its protocol changes at a restart alone. */
export class PlayedInstrument implements VirtualInstrument {
  onRestart?: () => void;
  readonly #sheet: Sheet;
  #now: VirtualDescriptors['kind'];
  #afterRestart: VirtualDescriptors['kind'];

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.#now = sheet.descriptors.kind;
    this.#afterRestart = this.#now;
  }

  get descriptors(): VirtualDescriptors {
    return { ...this.#sheet.descriptors, kind: this.#now };
  }

  /** What it will be after its next restart. */
  setProtocol(kind: VirtualDescriptors['kind']): void {
    this.#afterRestart = kind;
  }

  /** Restarts in the protocol it was set to, once what is being answered has been sent. */
  restart(): void {
    setImmediate(() => {
      this.#now = this.#afterRestart;
      this.onRestart?.();
    });
  }

  control(setup: Setup): ControlAnswer {
    if (setup.requestType !== VENDOR_IN) return { kind: 'stall' };
    return { kind: 'data', bytes: this.#answer(setup.request, setup.value) };
  }

  #answer(command: number, value: number): Uint8Array {
    const { channels, calibration } = this.#sheet;
    const channel = channels[value];
    switch (command) {
      case COMMAND.channelCount:
        return frame(command, [channels.length]);
      case COMMAND.chipId:
        return channel ? frame(command, [channel.chip]) : NOTHING;
      case COMMAND.raw:
        return channel ? frame(command, channel.raw) : NOTHING;
      case COMMAND.calibration: {
        const block = calibration[value];
        return block ? frame(command, block) : NOTHING;
      }
      case COMMAND.thermocoupleType:
        return channel?.chip === TYPE_K ? frame(command, [0]) : ERROR_MARK;
      case COMMAND.setProtocol: {
        const protocol = PROTOCOLS[value];
        if (!this.#sheet.switches || !protocol) return ERROR_MARK;
        this.setProtocol(protocol);
        return frame(command, []);
      }
      case COMMAND.reset:
        this.restart();
        return frame(command, []);
      default:
        return ERROR_MARK;
    }
  }
}

/** The answer about a channel that is not there: no bytes at all. */
const NOTHING = new Uint8Array(0);
