import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import type { Sbom } from '../../build/sbom/sbom.ts';

/** npm's endpoint for known vulnerabilities of many packages. */
const ADVISORIES = '/-/npm/v1/security/advisories/bulk';

const WEAKNESS = {
  id: 1,
  url: 'https://registry.example/1',
  title: 'A planted weakness',
  severity: 'high',
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 0, vectorString: null },
};

/** Known vulnerabilities by package; null for a registry without audits. */
let known: Record<string, object[]> | null = {};
let asked = 0;
const registry = createServer((request, response) => {
  request.resume();
  const isAsked = request.url === ADVISORIES;
  if (isAsked) asked += 1;
  response.writeHead(isAsked && known ? 200 : 405, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(isAsked && known ? known : { message: 'It is not for this.' }));
});
const folder = mkdtempSync(join(tmpdir(), 'mensura-bill-'));
const path = join(folder, 'mensura.cdx.json');

beforeAll(() => new Promise<void>((resolve) => void registry.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  registry.close();
  registry.closeAllConnections();
  rmSync(folder, { recursive: true });
});

function supply(port: number): Promise<{ status: unknown; stdout: string; stderr: string }> {
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
    // npm caches vulnerabilities: separates this cache from the user's.
    npm_config_cache: join(folder, 'npm'),
  };
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      ['build/sbom/main.ts', '--bill', path],
      { cwd: ROOT, env, maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }),
    ),
  );
}

const port = (): number => (registry.address() as AddressInfo).port;

/** The last part of the output, about vulnerabilities. */
const audit = (stdout: string): string => stdout.slice(stdout.indexOf('npm audit:'));

test('lists the licenses, reports no vulnerability, and writes the bill of the bundled packages', async () => {
  const { status, stdout, stderr } = await supply(port());
  expect(stderr).toBe('');
  expect(asked).toBe(1);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Mensura includes \d{3} packages in addition to Electron and Node:/);
  expect(stdout).toMatch(/^ +\d+ {2}MIT$/m);
  expect(audit(stdout)).toMatch(/^npm audit: no known vulnerabilities in \d{3} installed packages\.\n$/);
  const bill = JSON.parse(readFileSync(path, 'utf8')) as Sbom;
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['electron', 'express', 'mqtt', 'react', 'serialport', 'usb']));
  for (const name of ['vitest', 'typescript', 'electron-builder', 'fast-check', 'uplot'])
    expect(names).not.toContain(name);
  for (const { name, purl, licenses } of bill.components) {
    expect(purl).toMatch(name === 'node' ? /^pkg:generic\/node@/ : /^pkg:npm\//);
    expect(licenses).toBeDefined();
  }
});

test('reports a known vulnerability and exits with 1', async () => {
  known = { express: [WEAKNESS] };
  const { status, stdout } = await supply(port());
  expect(audit(stdout)).toMatch(/^npm audit:\n {2}high: express .*: A planted weakness\n$/);
  expect(status).toBe(1);
});

test.each(['a registry that does not answer this', 'no registry'])(
  'exits with 0 without an audit: %s',
  async (what) => {
    known = null;
    const { status, stdout } = await supply(what === 'no registry' ? 9 : port());
    expect(audit(stdout)).toMatch(/^npm audit: not checked\. \S.*\n$/);
    expect(status).toBe(0);
  },
);
