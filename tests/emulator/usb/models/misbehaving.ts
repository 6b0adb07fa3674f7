/** An instrument that does something wrong, around one that does it right; and a record of what it was asked. */
import type { Misbehaviour } from '../control.ts';
import type { ControlAnswer, Setup, VirtualDescriptors, VirtualInstrument } from '../parts.ts';

/** Longer than the 5000 ms that the maker's tools wait (docs/hardware.md#usb-requests). */
const LATE_MS = 6000;

/** The newest commands that are kept. */
const MOST_ASKED = 1000;

/** One reply in so many is damaged by a flaky instrument. */
const FLAKY_EVERY = 3;

const GET_RAW = 0x10;

type Damage = (reply: Uint8Array) => ControlAnswer;

/** Each in turn. All of them can be told from a good reply: none may ever become a value. */
const DAMAGES: readonly Damage[] = [
  wrongEcho,
  wrongCheck,
  // One bit of what is between echo and check byte; of a reply without data, of the check byte.
  (reply) => changed(reply, Math.min(1, reply.length - 1), 0x10),
  // Nothing but the echo.
  (reply) => data(reply.slice(0, 1)),
  () => data(Uint8Array.of(0x00)),
  () => ({ kind: 'stall' }),
];

/** Stands before an instrument; what it does wrong can change at any time. */
export class MisbehavingInstrument implements VirtualInstrument {
  onRestart?: () => void;
  how: Misbehaviour = 'well';
  readonly #inner: VirtualInstrument;
  readonly #asked: number[] = [];
  #replies = 0;
  #damaged = 0;

  constructor(inner: VirtualInstrument) {
    this.#inner = inner;
    inner.onRestart = () => this.onRestart?.();
  }

  get descriptors(): VirtualDescriptors {
    return this.#inner.descriptors;
  }

  /** The command codes it was asked, the newest 1000 in order. */
  get asked(): readonly number[] {
    return this.#asked;
  }

  control(setup: Setup): ControlAnswer {
    this.#asked.push(setup.request);
    if (this.#asked.length > MOST_ASKED) this.#asked.shift();
    if (this.how === 'stall') return { kind: 'stall' };
    if (this.how === 'silence') return { kind: 'silence' };
    if (this.how === 'dead-chips' && setup.request === GET_RAW && setup.value > 0) return { kind: 'silence' };
    if (this.how === 'unplug-in-flight' && setup.request === GET_RAW) return { kind: 'unplug' };
    const answer = this.#inner.control(setup);
    return answer.kind === 'data' ? this.#reply(answer.bytes) : answer;
  }

  #reply(bytes: Uint8Array): ControlAnswer {
    if (bytes.length > 0 && this.how === 'wrong-echo') return wrongEcho(bytes);
    if (bytes.length > 0 && this.how === 'wrong-check') return wrongCheck(bytes);
    if (this.how === 'late') return { ...data(bytes), afterMs: LATE_MS };
    if (bytes.length > 0 && this.how === 'flaky') return this.#flaky(bytes);
    return data(bytes);
  }

  #flaky(bytes: Uint8Array): ControlAnswer {
    this.#replies += 1;
    const damage = DAMAGES[this.#damaged % DAMAGES.length];
    if (!damage || this.#replies % FLAKY_EVERY !== 0) return data(bytes);
    this.#damaged += 1;
    return damage(bytes);
  }
}

/** An echo of another command, in a frame whose check byte fits: the echo alone gives it away. */
function wrongEcho(reply: Uint8Array): ControlAnswer {
  const bytes = reply.map((byte, index) => (index === 0 || index === reply.length - 1 ? byte ^ 0x40 : byte));
  return data(bytes);
}

function wrongCheck(reply: Uint8Array): ControlAnswer {
  return changed(reply, reply.length - 1, 0x01);
}

function changed(reply: Uint8Array, at: number, bits: number): ControlAnswer {
  return data(reply.map((byte, index) => (index === at ? byte ^ bits : byte)));
}

function data(bytes: Uint8Array): Extract<ControlAnswer, { kind: 'data' }> {
  return { kind: 'data', bytes };
}
