import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { parseAudit } from '../../build/sbom/audit.ts';
import { type Component, createSbom, type Sbom } from '../../build/sbom/sbom.ts';

test.each([
  ['package-lock.json', 500],
  ['build/node-red/package-lock.json', 250],
])('%s has a digest of every package', (file, atLeast) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
    packages: Record<string, { integrity?: string; inBundle?: boolean }>;
  };
  // The digest of a package covers those bundled with it.
  const entries = Object.entries(packages).filter(([path, { inBundle }]) => path !== '' && !inBundle);
  expect(entries.length).toBeGreaterThan(atLeast);
  expect(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});

describe('npm audit', () => {
  const counts = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 };

  test('clean', () => {
    const answer = { vulnerabilities: {}, metadata: { vulnerabilities: counts, dependencies: { total: 667 } } };
    expect(parseAudit(JSON.stringify(answer), '')).toEqual({ result: 'clean', packages: 667 });
  });

  test('weaknesses, the worst first, with their causes', () => {
    const answer = {
      vulnerabilities: {
        one: { name: 'one', severity: 'low', range: '<2', via: [{ title: 'A slow expression' }] },
        two: {
          name: 'two',
          severity: 'critical',
          range: '1.0.0 - 1.2.0',
          via: ['one', { title: 'Runs what it is sent' }],
        },
      },
      metadata: { vulnerabilities: { ...counts, low: 1, critical: 1, total: 2 }, dependencies: { total: 667 } },
    };
    expect(parseAudit(JSON.stringify(answer), '')).toEqual({
      result: 'found',
      advisories: ['critical: two 1.0.0 - 1.2.0: by one; Runs what it is sent', 'low: one <2: A slow expression'],
    });
  });

  test.each([
    [
      'a registry that does not answer this',
      '{"message":"405 Method Not Allowed","statusCode":405}',
      '',
      '405 Method Not Allowed',
    ],
    ['no registry', '{"error":{"code":"ENOTFOUND","summary":"request failed"}}', '', 'request failed'],
    ['no JSON', 'oh', 'npm error network', 'npm error network'],
    ['nothing', '', '', 'npm did not respond.'],
  ])('%s: not checked, and never clean', (_, answer, said, reason) => {
    expect(parseAudit(answer, said)).toEqual({ result: 'not checked', reason });
  });
});

describe('the bill of materials', () => {
  const component = (name: string, scope = 'required'): Component => ({
    'bom-ref': `${name}@1.0.0`,
    type: 'library',
    name,
    version: '1.0.0',
    scope,
    purl: `pkg:npm/${name}@1.0.0`,
    properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
  });
  const all = (): Sbom => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { 'bom-ref': 'mensura@3.7.0', type: 'library', name: 'main', version: '3.7.0' } },
    components: [
      component('usb'),
      component('react', 'optional'),
      component('electron', 'optional'),
      component('vitest'),
    ],
    dependencies: [
      { ref: 'mensura@3.7.0', dependsOn: ['usb@1.0.0', 'react@1.0.0', 'electron@1.0.0', 'vitest@1.0.0'] },
      { ref: 'vitest@1.0.0', dependsOn: ['react@1.0.0'] },
      { ref: 'react@1.0.0', dependsOn: [] },
    ],
  });
  const shipped = ['usb', 'react'].map((name) => ({ name, version: '1.0.0' }));

  test('holds what the bundles are made of, Electron and Node, as required, and nothing else', () => {
    const bill = createSbom(all(), shipped, '24.1.0');
    expect(bill.components.map(({ name, scope, properties }) => [name, scope, properties])).toEqual([
      ['usb', 'required', undefined],
      ['react', 'required', undefined],
      ['electron', 'required', undefined],
      ['node', 'required', undefined],
    ]);
    expect(bill.metadata.component).toMatchObject({ type: 'application', name: 'mensura' });
    expect(bill.dependencies).toEqual([
      { ref: 'mensura@3.7.0', dependsOn: ['usb@1.0.0', 'react@1.0.0', 'electron@1.0.0', 'node@24.1.0'] },
      { ref: 'react@1.0.0', dependsOn: [] },
    ]);
  });

  test('is not made of a build that is older than the lock file', () => {
    expect(() => createSbom(all(), [...shipped, { name: 'gone', version: '2.0.0' }], '24.1.0')).toThrow(/gone@2\.0\.0/);
  });
});
