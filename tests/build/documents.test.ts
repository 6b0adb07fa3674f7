import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { CATALOGUE } from '../../service/devices/catalogue.ts';
import { QUANTITIES } from '../../service/devices/quantities.ts';

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
