/** Reads the chips of an instrument (docs/hardware.md#usb-commands). */
import { isUnused } from '../protocol/chips.ts';
import type { UsbCommand } from '../protocol/usb-frames.ts';
import { channelCountCommand, chipIdCommand } from '../protocol/usb-frames.ts';
import type { Answer, CommandLink } from './command-link.ts';
import { describeCommandError } from './describe-command-error.ts';

/** More channels than this is nonsense: the most that a known instrument has is about a dozen. */
const MAX_CHANNELS = 64;

/** It did not say what it is, or nothing that makes sense. The message is a part of a sentence. */
export class IdentificationError extends Error {}

/**
 * Asks for the chips of an instrument, by channel number. It asks for everything once more than needed: what is learned
 * here decides what every later value means, and the check byte of a reply does not notice every damage.
 * @throws IdentificationError when one answer fails; nothing is known then
 * @throws UsbError when the connection fails
 */
export async function identifyDevice(link: Pick<CommandLink, 'ask'>): Promise<readonly number[]> {
  const [count = 0] = await askTwice(link, channelCountCommand());
  if (count === 0 || count > MAX_CHANNELS) throw new IdentificationError(`invalid channel count ${count}`);
  const chips: number[] = [];
  for (let channel = 0; channel < count; channel += 1) {
    const [chip = 0xff] = await askTwice(link, chipIdCommand(channel));
    chips.push(chip);
  }
  if (chips.every(isUnused)) throw new IdentificationError('no channels in use');
  return chips;
}

async function askTwice(link: Pick<CommandLink, 'ask'>, command: UsbCommand): Promise<Uint8Array> {
  const [first, second] = [dataOf(await link.ask(command), command), dataOf(await link.ask(command), command)];
  if (Buffer.compare(first, second) !== 0) {
    throw new IdentificationError(`inconsistent replies for ${command.name}`);
  }
  return first;
}

function dataOf(answer: Answer, { name }: UsbCommand): Uint8Array {
  if ('data' in answer) return answer.data;
  throw new IdentificationError(`${name}: ${describeCommandError(answer.fault)}`);
}
