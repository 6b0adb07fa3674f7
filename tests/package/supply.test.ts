/** `npm run supply` on the real build: what is in the packages is in the bill. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import type { Bill } from '../../build/supply/bill.ts';

const folder = mkdtempSync(join(tmpdir(), 'mensura-bill-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the licences are listed, the audit says what it knows, and the bill has what the bundles hold', () => {
  const path = join(folder, 'mensura.cdx.json');
  const { stdout, stderr } = spawnSync(process.execPath, ['build/supply/main.ts', '--bill', path], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^\d{3} packages are part of Mensura/);
  expect(stdout).toMatch(/^ +\d+ {2}MIT$/m);
  expect(stdout).toMatch(/^npm audit: (no weakness is known|not checked\. \S|\n)/m);
  const bill = JSON.parse(readFileSync(path, 'utf8')) as Bill;
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['electron', 'express', 'mqtt', 'react', 'serialport', 'uplot', 'usb']));
  for (const name of ['vitest', 'typescript', 'electron-builder', 'fast-check']) expect(names).not.toContain(name);
  for (const { purl, licenses } of bill.components) {
    expect(purl).toMatch(/^pkg:npm\//);
    expect(licenses).toBeDefined();
  }
});
