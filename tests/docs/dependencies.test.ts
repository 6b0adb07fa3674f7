/** docs/dependencies.md names each package once, with the licence that the package itself names, and a reason. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';

interface LockEntry {
  license?: string;
  dev?: boolean;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Name, licence and reason of each row. */
const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, name = '', licence = '', reason = '']) => ({ name, licence, reason }),
);
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string> | undefined>;
const lock = (JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> }).packages;

/** Terms under which Mensura, under MIT itself, can be passed on with what it is made of. */
const PASSED_ON = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|OFL-1\.1|Python-2\.0)$/;

test('each package of package.json has one row, and each row its package', () => {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const wanted = kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(wanted.toSorted());
});

test.each(rows)('$name: its licence, and why it is there', ({ name, licence, reason }) => {
  // Of Node's packages the one for this system alone is installed.
  const path = join(ROOT, 'node_modules', name, 'package.json');
  if (existsSync(path)) expect((JSON.parse(readFileSync(path, 'utf8')) as LockEntry).license).toBe(licence);
  else expect(manifest['optionalDependencies']).toHaveProperty(name);
  expect(reason.trim()).toMatch(/\w{2}.*\.$/);
});

test('everything that is installed for the service comes under terms that Mensura can be passed on with', () => {
  const service = Object.entries(lock).filter(([path, { dev }]) => path !== '' && !dev);
  expect(service.length).toBeGreaterThan(100);
  const others = service.filter(
    ([, { license = 'none' }]) =>
      !license
        .replaceAll(/[()]/g, '')
        .split(' OR ')
        .some((one) => PASSED_ON.test(one)),
  );
  expect(others).toEqual([]);
});
