/**
 * Lines as docs/databases.md has them, after the specification of the line protocol:
 * https://docs.influxdata.com/influxdb/v1/write_protocols/line_protocol_reference/.
 */

/** Commas, equal signs and spaces of a tag or field are escaped by a backslash. */
function escaped(text: string): string {
  return text.replaceAll(',', '\\,').replaceAll('=', '\\=').replaceAll(' ', '\\ ');
}

export interface LineDevice {
  /** `MS` and ten letters and digits. */
  installation: string;
  serial: string;
  /** As `VCP-PTH450-CAL/v1`. */
  model: string;
}

/** Measurement and tags of all lines of a device; the tags in the order of their names. */
export function lineStart({ installation, serial, model }: LineDevice): string {
  const tags = { family: 'usb', installation, model, serial };
  return `mensura${Object.entries(tags)
    .map(([name, value]) => `,${name}=${escaped(value)}`)
    .join('')}`;
}

/**
 * One line, without its end.
 * @param start of `lineStart`
 * @param readings at least one; null for a channel without a valid value, which has no field
 * @param at milliseconds since 1970
 */
export function formatLine(
  start: string,
  readings: readonly { label: string; magnitude: number | null }[],
  at: number,
): string {
  const fields = readings.flatMap(({ label, magnitude }) =>
    magnitude === null ? [] : [`${escaped(label)}=${magnitude}`],
  );
  return `${start} ${fields.join(',')} ${at}`;
}
