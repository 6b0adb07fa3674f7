/** What a user is told of an instrument whose columns are not certain. */
import type { InstrumentDescription } from './instrument.ts';
import { labelText } from './labels.ts';
import type { TroubleReport } from './troubles.ts';

/** What tells this trouble of a device from others. One serial number may be in both families. */
export function unclearColumnsOf({
  family,
  serial,
}: Pick<InstrumentDescription, 'family' | 'serial'>): Pick<TroubleReport, 'code' | 'subject'> {
  return { code: 'unclear-heading', subject: family === 'usb' ? serial : `${serial} (${family})` };
}

/** The trouble that names the headings of a known product that are not understood; undefined where all are. */
export function unclearColumnsTrouble(description: InstrumentDescription): TroubleReport | undefined {
  const { serial, productName, unclear = [] } = description;
  if (unclear.length === 0) return undefined;
  const isUntitled = unclear.every(({ title }) => title === '');
  const headings = unclear.map(
    ({ title, unit, channel }) => `"${labelText(title)}" (${labelText(unit)}) as ${channel}`,
  );
  return {
    ...unclearColumnsOf(description),
    text: isUntitled
      ? `${productName} ${serial} did not send its headings. Its columns are read in the order that is documented for this product: ${unclear.map(({ channel }) => channel).join(', ')}.`
      : `${productName} ${serial} has headings that do not say which of its channels they are. They are shown as they came: ${headings.join(', ')}.`,
    remedy: isUntitled
      ? 'Unplug the instrument and plug it in again: it is asked for its headings then.'
      : 'Find out what each column measures, and give its channel a name. Please report the headings, so that Mensura learns them.',
  };
}
