import { type ChannelRef, familySchema, parseChannelPath } from '../../contract/index.ts';
import { FormulaError } from './formula-error.ts';

/** What a reference must look like. */
const FORM = 'A channel is written [family/serial/channel], such as [usb/E24638/temperature].';

/**
 * The channel of a reference. Its parts are percent-encoded as in `channelPath`; parts that are not valid that way count
 * as they are written.
 * @param content the text between the brackets
 * @param at its first character in the formula
 * @throws FormulaError for another form or an unknown family
 */
export function parseReference(content: string, at: number): ChannelRef {
  const inner = content.trim();
  const start = at + content.indexOf(inner);
  const [family = '', serial, channel, ...others] = inner.split('/');
  if (!serial || !channel || others.length > 0) throw new FormulaError(FORM, at - 1, content.length + 2);
  const known = familySchema.safeParse(family);
  if (!known.success) {
    const families = familySchema.options.join(', ');
    throw new FormulaError(`Unknown family "${family}"; the families are ${families}.`, start, family.length);
  }
  return parseChannelPath(inner) ?? { family: known.data, serial, channel };
}
