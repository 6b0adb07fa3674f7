/**
 * What the example thermometer says, line by line (it does not exist; ASCII, LF, over TCP):
 *
 *     ID <serial> <major>.<minor>     once, when somebody connects
 *     T <degrees Celsius>             each second; `T ERR` when its sensor does not answer
 *
 * Pure: text in, meaning out. No clock, no socket.
 */

export type ThermometerLine =
  | { kind: 'identity'; serial: string; firmware: { major: number; minor: number } }
  /** In degrees Celsius; null when the sensor did not answer. */
  | { kind: 'temperature'; celsius: number | null };

const IDENTITY = /^ID ([A-Z]\d{4,8}) (\d{1,3})\.(\d{1,3})$/;
const TEMPERATURE = /^T (ERR|-?\d{1,3}\.\d{1,3})$/;

/** @returns undefined for a line that is damaged or of another kind: nothing of it may be used */
export function parseThermometerLine(line: string): ThermometerLine | undefined {
  const [, serial, major, minor] = IDENTITY.exec(line) ?? [];
  if (serial) return { kind: 'identity', serial, firmware: { major: Number(major), minor: Number(minor) } };
  const [, text] = TEMPERATURE.exec(line) ?? [];
  if (text === undefined) return undefined;
  return { kind: 'temperature', celsius: text === 'ERR' ? null : Number(text) };
}
