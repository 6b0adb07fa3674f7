import { type ChannelRef, channelPath } from '../../contract/index.ts';
import { FormulaError } from './formula-error.ts';

/** `[A01234:00]`, `[A01234:0A_nc]`: serial number, index of the channel from 0, and whether it is not corrected. */
const REFERENCE = /\[\s*([^\s/:[\]]+):([0-9A-Fa-f]{1,2})(_nc)?\s*\]/gi;

/**
 * The channel at an index of a device, its uncorrected one if asked for; undefined if there is none.
 */
export type ResolveMakerChannel = (serial: string, index: number, uncorrected: boolean) => ChannelRef | undefined;

/** The index is hexadecimal, as all indexes of the maker; decimal if that finds no channel. */
function resolveIndex(resolve: ResolveMakerChannel, serial: string, digits: string, uncorrected: boolean) {
  const found = resolve(serial, Number.parseInt(digits, 16), uncorrected);
  if (found || !/^\d+$/.test(digits)) return found;
  return resolve(serial, Number.parseInt(digits, 10), uncorrected);
}

/**
 * Replaces channels as the maker's viewer writes them by `[family/serial/channel]`; everything else stays.
 * @throws FormulaError at the first channel that is unknown
 */
export function translateMakerForm(text: string, resolve: ResolveMakerChannel): string {
  return text.replaceAll(
    REFERENCE,
    (whole: string, serial: string, digits: string, suffix: string | undefined, at: number) => {
      const channel = resolveIndex(resolve, serial, digits, suffix !== undefined);
      if (!channel) throw new FormulaError(`No device ${serial} with a channel ${digits}.`, at, whole.length);
      return `[${channelPath(channel)}]`;
    },
  );
}
