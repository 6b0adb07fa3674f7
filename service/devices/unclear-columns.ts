import { labelText } from './labels.ts';
import type { ProblemReport } from './problems.ts';
import type { DeviceDescription, DeviceKey } from './types.ts';

const CHECK = 'Check what each column measures, and name its channel.';

const REPLUG = 'Unplug the device and plug it in again; Mensura then requests the headings again.';

/** Identifies this problem of a device. One serial number may be in both families. */
export function unclearColumnsOf({ family, serial }: DeviceKey): Pick<ProblemReport, 'code' | 'subject'> {
  return { code: 'unclear-heading', subject: family === 'usb' ? serial : `${serial} (${family})` };
}

/** Names the unknown headings of a known product; undefined if there are none. */
export function unclearColumnsProblem(description: DeviceDescription): ProblemReport | undefined {
  const { family, serial, productName, unclear = [] } = description;
  if (unclear.length === 0) return undefined;
  const isUntitled = unclear.every(({ title }) => title === '');
  const headings = unclear.map(
    ({ title, unit, channel }) => `"${labelText(title)}" (${labelText(unit)}) as ${channel}`,
  );
  // Mensura cannot query a device behind a gateway.
  const remedyUntitled = family === 'usb' ? REPLUG : CHECK;
  return {
    ...unclearColumnsOf(description),
    text: isUntitled
      ? `${productName} ${serial} sent no headings. Columns with the same unit are read in the documented order: ${unclear.map(({ channel }) => channel).join(', ')}.`
      : `${productName} ${serial} has headings that do not clearly match its channels. Mensura shows these columns under their own names: ${headings.join(', ')}.`,
    remedy: isUntitled ? remedyUntitled : `${CHECK} Report the headings, so that a later version recognizes them.`,
  };
}
