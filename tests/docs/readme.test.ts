import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { sectionsOf } from './page.ts';

test('README.md shows MQTT, databases and Prometheus in four lines each', () => {
  const section = sectionsOf(readFileSync(join(ROOT, 'README.md'), 'utf8')).get('publish') ?? '';
  const blocks = [...section.matchAll(/(?:^ {4}.+\n)+|^```yaml\n([^`]+)^```$/gm)].map(([block, fenced]) =>
    (fenced ?? block).trimEnd().split('\n'),
  );
  expect(blocks.map((lines) => lines.length)).toEqual([4, 4, 4]);
  expect(blocks.map(([first = '']) => first.trim().split(' ').slice(0, 2).join(' '))).toEqual([
    'mensura mqtt',
    'mensura database',
    'scrape_configs:',
  ]);
});
