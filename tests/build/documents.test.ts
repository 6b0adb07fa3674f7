import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { CATALOGUE } from '../../service/devices/catalogue.ts';
import { QUANTITIES } from '../../service/devices/quantities.ts';
import { altitude, dewPoint, heatIndex, humidex } from '../../service/devices/virtual-channels.ts';
import { conversionOf } from '../../service/drivers/protocol/chips/index.ts';
import { CHIPS } from '../../service/drivers/protocol/chips.ts';
import { crc16 } from '../../service/drivers/protocol/crc.ts';

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

describe('the documents say what the code does', () => {
  test.each(Object.entries(QUANTITIES))('channel %s', (name, { type, unit, description }) => {
    expect(read('docs/channels.md')).toContain(`| \`${name}\` | ${type} | ${unit} | ${description} |`);
  });

  test.each(CATALOGUE.map(({ name, channels, confidence }) => ({ name, channels, confidence })))(
    'product $name',
    ({ name, channels, confidence }) => {
      const words = channels.map(({ label, virtual }) => (virtual ? `${label} (virtual)` : label)).join(', ');
      expect(read('docs/instruments.md')).toContain(`| ${name} | ${words} | ${confidence} |`);
    },
  );

  /** `| 20, 1B | sensor | formula | maker | `66 66` with `CE FF` = 25 |` as parts. */
  const formulas = [
    ...read('docs/hardware.md').matchAll(/^\| ([0-9A-F, ]+) \|.*\| (\w+) \| (.*) = (\S+) \|$/gm),
  ].flatMap(([, chips = '', origin = '', bytes = '', value = '']) =>
    chips.split(', ').map((chip) => ({ chip: Number.parseInt(chip, 16), origin, bytes, value: Number(value) })),
  );

  test.each(formulas)('the formula of chip $chip, of $bytes', ({ chip, origin, bytes, value }) => {
    const [raw = new Uint8Array(), ...calibration] = [...bytes.matchAll(/`(.*?)`/g)].map(([, hex = '']) =>
      Uint8Array.from(hex.split(' '), (byte) => Number.parseInt(byte, 16)),
    );
    expect(conversionOf(chip)?.convert(raw, calibration)).toBeCloseTo(value, 6);
    expect(conversionOf(chip)?.origin).toBe(origin);
  });

  test('every formula is told', () => {
    const known = Array.from({ length: 256 }, (_, chip) => chip).filter((chip) => conversionOf(chip));
    expect(formulas.map(({ chip }) => chip).toSorted((a, b) => a - b)).toEqual(known);
  });

  test('docs/hardware.md lists exactly the chips of the code', () => {
    const hex = (id: number): string => id.toString(16).toUpperCase().padStart(2, '0');
    const listed = read('docs/hardware.md').match(/^\| [0-9A-F]{2} \| [^|]+ \| `\w+` \|$/gm);
    expect(listed).toEqual(CHIPS.map(({ id, title, quantity }) => `| ${hex(id)} | ${title} | \`${quantity}\` |`));
  });

  test('docs/hardware.md has the checksums that the code computes', () => {
    const rows = [...read('docs/hardware.md').matchAll(/^\| `([^`]+)` \| ([0-9a-f]{4}) \|$/gm)];
    expect(rows).toHaveLength(7);
    expect(rows.map(([, text = '']) => crc16(text).toString(16))).toEqual(rows.map(([, , checksum]) => checksum));
  });

  test('docs/hardware.md has the virtual channels that the code computes', () => {
    const rowsOf = (pattern: RegExp): number[][] =>
      [...read('docs/hardware.md').matchAll(pattern)].map((row) => row.slice(1).map(Number));
    const climates = rowsOf(/^\| ([\d.]+), ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm);
    const altitudes = rowsOf(/^\| (\d{5,6}) \| (-?[\d.]+) \|$/gm);
    expect([climates.length, altitudes.length]).toEqual([6, 5]);
    for (const [t = 0, rh = 0, ...values] of climates) {
      const computed = [dewPoint(t, rh), humidex(t, rh), heatIndex(t, rh)];
      expect(computed.map((value) => Number(value.toFixed(4)))).toEqual(values);
    }
    for (const [pressure = 0, meters = 0] of altitudes) expect(altitude(pressure)).toBeCloseTo(meters, 3);
  });

  test('every kind of problem is explained', () => {
    const codes = [...read('service/devices/problems.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(5);
    for (const code of codes) expect(read('docs/problems.md')).toContain(`| \`${code}\` |`);
  });

  test('every flag is in the table', () => {
    const flags = [...read('service/settings/flags.ts').matchAll(/flag: '(--[a-z-]+)'/g)].map(([, flag]) => flag);
    expect(flags.length).toBeGreaterThan(5);
    for (const flag of flags) expect(read('docs/headless.md')).toContain(`\`${flag}`);
  });
});
