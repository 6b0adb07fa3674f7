/** docs/api.md has the events of the stream and the kinds of entities, and no others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { ROOT } from '../../build/paths.ts';
import { entitySchemas } from '../../service/contract/index.ts';

const [, page = ''] = readFileSync(join(ROOT, 'docs/api.md'), 'utf8').split('\n## Events\n');
const [section = ''] = page.split('\n## ');

/** The cells of the rows below a heading, with plain text. */
function rowsBelow(heading: string): string[][] {
  const [, table = ''] = section.split(`\n| ${heading} |`);
  const lines = (table.split('\n\n')[0] ?? '').split('\n').slice(2);
  return lines.map((line) => line.split('|').map((cell) => cell.replaceAll('`', '').trim()));
}

test('the page has every event', () => {
  expect(rowsBelow('Event').map(([, name]) => name)).toEqual(['entity', 'readings', 'ready', 'reset']);
});

test('the page has every kind of entity with the schema of its value', () => {
  const kinds = Object.entries(entitySchemas).map(([kind, schema]) => [kind, z.globalRegistry.get(schema)?.id]);
  expect(rowsBelow('Kind').map(([, kind, , value]) => [kind, value])).toEqual(kinds);
});
