/**
 * Damaged replies by the million: a value may come only of a reply that is valid. The judge is a second, independent
 * reading of docs/hardware.md#usb-replies.
 */
import {
  calibrationCommand,
  channelCountCommand,
  chipIdCommand,
  rawCommand,
  type UsbCommand,
} from '../../../../../service/drivers/protocol/usb-frames.ts';
import { UsbError, type UsbFailure } from '../../../../../service/drivers/usb/bus.ts';
import { CommandLink } from '../../../../../service/drivers/usb/command-link.ts';
import { createUsbLayout } from '../../../../../service/drivers/usb/layout.ts';
import { Sampler } from '../../../../../service/drivers/usb/sampler.ts';
import { systemClock } from '../../../../../service/support/clock.ts';
import { randomSource } from '../../../../emulator/random.ts';

/** Problems beyond this many are not listed. */
const MAX_ERRORS = 20;

const COMMANDS = [channelCountCommand(), chipIdCommand(3), rawCommand(0), rawCommand(7), calibrationCommand(1)];
const FAILURES: readonly UsbFailure[] = ['stalled', 'timeout'];

/** Whether these bytes are a reply to the command. One byte of data is all that counts and chip ids have. */
function isValid(bytes: Uint8Array, code: number): boolean {
  if (bytes.length < 2 || bytes[0] !== code) return false;
  let sum = 0;
  for (const byte of bytes) sum ^= byte;
  if (sum !== 0) return false;
  return code > 0x02 || bytes.length === 3;
}

class Damager {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomSource(seed);
  }

  /** A whole number from 0, below the limit. The high bits alone: the low ones of this generator repeat soon. */
  whole(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** Any bytes, or a valid reply to some command that was changed none to three times. */
  reply(command: UsbCommand): Uint8Array {
    if (this.whole(4) === 0) return this.#bytes(this.whole(33));
    const data = this.#bytes(this.whole(2) === 0 ? 2 : this.whole(31));
    const length = command.code > 0x02 ? data.length : 1;
    let reply = [command.code, ...data.subarray(0, length)];
    reply.push(reply.reduce((sum, byte) => sum ^ byte, 0));
    for (let changes = this.whole(4); changes > 0; changes -= 1) reply = this.#change(reply);
    return Uint8Array.from(reply.slice(0, 32));
  }

  #bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.whole(256));
  }

  #change(reply: number[]): number[] {
    const at = this.whole(reply.length);
    const change = this.whole(6);
    if (change === 0) return reply.toSpliced(at, 1, (reply[at] ?? 0) ^ (1 << this.whole(8)));
    if (change === 1) return reply.slice(0, at);
    if (change === 2) return [...reply, this.whole(256)];
    if (change === 3) return reply.toSpliced(at, 1);
    if (change === 4) return [...reply.slice(at), ...reply.slice(0, at)];
    return reply.toSpliced(at, 0, reply[at] ?? 0);
  }
}

/** What a run showed. `problems` is empty when all is well. */
interface FuzzOutcome {
  facts: string[];
  problems: string[];
}

/**
 * @param count how many replies are tried
 * @param seed repeats a run
 */
export async function fuzzReplies(count: number, seed: number): Promise<FuzzOutcome> {
  const damager = new Damager(seed);
  const problems: string[] = [];
  let valid = 0;
  let values = 0;
  const { channels } = createUsbLayout({
    product: 'USB-FUZZ',
    manufacturer: '',
    chips: [0x20],
  });
  let next: Uint8Array | UsbError = new Uint8Array();
  const commands = new CommandLink({
    link: {
      controlIn: async () => {
        if (next instanceof UsbError) throw next;
        return next;
      },
    },
    timing: { attempts: 1, transferTimeoutMs: 1 },
    clock: systemClock,
    rejected: () => {},
    received: () => {},
  });
  const sampler = new Sampler({
    link: commands,
    clock: systemClock,
    layout: { channels, derived: [] },
    periodMs: 1000,
    maxRetryMs: 1,
    records: new Map(),
    silenceChanged: () => {},
  });
  const note = (what: string): void => {
    const shown = next instanceof UsbError ? next.failure : Buffer.from(next).toString('hex');
    if (problems.length < MAX_ERRORS) problems.push(`${what}: ${shown} (seed ${seed})`);
  };

  for (let tried = 0; tried < count; tried += 1) {
    const command = COMMANDS[damager.whole(COMMANDS.length)] ?? rawCommand(0);
    const failure = damager.whole(50) === 0 ? FAILURES[damager.whole(2)] : undefined;
    next = failure ? new UsbError(failure, 'fuzz') : damager.reply(command);
    const shouldBe = !(next instanceof UsbError) && isValid(next, command.code) ? next.slice(1, -1) : undefined;
    if (shouldBe) valid += 1;
    try {
      const answer = await commands.request(command);
      const data = 'data' in answer ? answer.data : undefined;
      if (!data !== !shouldBe || (data && shouldBe && Buffer.compare(data, shouldBe) !== 0)) {
        note(`${command.name} gave ${data ? Buffer.from(data).toString('hex') : 'nothing'}`);
      }
      if (command.code !== 0x10) continue;
      // After a reply that did not come, the channel is asked again before it is sampled.
      await sampler.retry(0);
      const magnitude = (await sampler.sample())?.samples[0]?.magnitude ?? null;
      // SHT31: two bytes, the most significant first (docs/hardware.md#conversion-formulas).
      const [high = 0, low = 0] = shouldBe ?? [];
      const expected = shouldBe?.length === 2 ? -45 + (175 * (256 * high + low)) / 65_535 : null;
      if (magnitude !== null) values += 1;
      if (
        magnitude === null
          ? expected !== null
          : Math.abs(magnitude - (expected ?? Number.NaN)) > 1e-9 || expected === null
      ) {
        note(`a value of ${magnitude} instead of ${expected}`);
      }
    } catch (error) {
      note(`${String(error)} was thrown`);
    }
  }
  if (values === 0 || valid === count) problems.push('nothing was tried: no values, or no damage');
  return { facts: [`${count} replies, ${valid} of them valid, ${values} values (seed ${seed})`], problems };
}
