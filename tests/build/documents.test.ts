import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { CATALOGUE } from '../../service/devices/catalogue.ts';
import { QUANTITIES } from '../../service/devices/quantities.ts';
import { conversionOf } from '../../service/drivers/instruments/raw/index.ts';

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
    ...read('docs/instruments.md').matchAll(/^\| ([0-9A-F, ]+) \|.*\| (\w+) \| (.*) = (\S+) \|$/gm),
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

  test('every kind of trouble is explained', () => {
    const codes = [...read('service/devices/troubles.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(5);
    for (const code of codes) expect(read('docs/troubles.md')).toContain(`| \`${code}\` |`);
  });

  test('every flag is in the table', () => {
    const flags = [...read('service/settings/flags.ts').matchAll(/flag: '(--[a-z-]+)'/g)].map(([, flag]) => flag);
    expect(flags.length).toBeGreaterThan(5);
    for (const flag of flags) expect(read('docs/headless.md')).toContain(`\`${flag}`);
  });
});
