/** Reads the chips of a device (docs/hardware.md#usb-commands). */
import { isUnused } from '../protocol/chips.ts';
import type { UsbCommand } from '../protocol/usb-frames.ts';
import { channelCountCommand, chipIdCommand } from '../protocol/usb-frames.ts';
import type { CommandLink, CommandResult } from './command-link.ts';
import { describeCommandError } from './describe-command-error.ts';

/** More channels are implausible: known devices have at most about a dozen. */
const MAX_CHANNELS = 64;

/** The device did not identify itself, or with invalid data. The message is a clause. */
export class IdentificationError extends Error {}

/**
 * Reads the chips of a device, by channel number. Requests everything twice: every later value depends on the result,
 * and the check byte of a reply does not detect every damage.
 * @throws IdentificationError when one request fails; then nothing is known
 * @throws UsbError when the connection fails
 */
export async function identifyDevice(link: Pick<CommandLink, 'request'>): Promise<readonly number[]> {
  const [count = 0] = await requestTwice(link, channelCountCommand());
  if (count === 0 || count > MAX_CHANNELS) throw new IdentificationError(`invalid channel count ${count}`);
  const chips: number[] = [];
  for (let channel = 0; channel < count; channel += 1) {
    const [chip = 0xff] = await requestTwice(link, chipIdCommand(channel));
    chips.push(chip);
  }
  if (chips.every(isUnused)) throw new IdentificationError('no channels in use');
  return chips;
}

async function requestTwice(link: Pick<CommandLink, 'request'>, command: UsbCommand): Promise<Uint8Array> {
  const [first, second] = [dataOf(await link.request(command), command), dataOf(await link.request(command), command)];
  if (Buffer.compare(first, second) !== 0) {
    throw new IdentificationError(`inconsistent replies for ${command.name}`);
  }
  return first;
}

function dataOf(result: CommandResult, { name }: UsbCommand): Uint8Array {
  if ('data' in result) return result.data;
  throw new IdentificationError(`${name}: ${describeCommandError(result.fault)}`);
}
