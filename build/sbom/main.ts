/**
 * `npm run supply`: lists the licenses of the bundled packages, queries the registry for known vulnerabilities of all
 * installed packages, and writes the software bill of materials. Exits with 1 if a vulnerability is known.
 *
 *   --bill FILE   output file (default: dist/mensura.cdx.json)
 */

import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../build-if-changed.ts';
import { SHIPPED_FILE, type ShippedPackage } from '../licenses.ts';
import { DIST, ROOT } from '../paths.ts';
import { parseAudit } from './audit.ts';
import { createSbom, type Sbom } from './sbom.ts';

/** Longest wait for npm, in milliseconds: the registry may be slow. */
const TIMEOUT_MS = 120_000;

/** Limit of npm's output, in bytes: the list of all packages has about 1 MB. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Runs the npm that started this command in the project folder; outside npm, the one in the PATH.
 * @returns its standard output and standard error; an exit code of 1 may only mean findings
 * @throws Error if npm is missing or does not exit
 */
function npm(args: readonly string[]): { output: string; errors: string } {
  const script = process.env['npm_execpath'];
  // The GUI build sets it for the whole process, and npm would then omit development packages.
  const { NODE_ENV: _NODE_ENV, ...env } = process.env;
  const options = { cwd: ROOT, env, encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES } as const;
  const { error, stdout, stderr } = script?.endsWith('npm-cli.js')
    ? spawnSync(process.env['npm_node_execpath'] ?? process.execPath, [script, ...args], options)
    : spawnSync('npm', [...args], { ...options, shell: process.platform === 'win32' });
  if (error) throw new Error(`Cannot run npm ${args[0] ?? ''}: ${error.message}`, { cause: error });
  return { output: stdout, errors: stderr.trim() };
}

const { bill: given } = parseArgs({ options: { bill: { type: 'string' } } }).values;
const path = given ?? join(DIST, 'mensura.cdx.json');

await buildIfChanged();
const shipped = JSON.parse(await readFile(join(DIST, SHIPPED_FILE), 'utf8')) as ShippedPackage[];
const byLicense = Map.groupBy(shipped, ({ license }) => license ?? 'see license text');
console.log(`Mensura includes ${shipped.length} packages in addition to Electron and Node:`);
for (const [license, packages] of [...byLicense].toSorted(([, a], [, b]) => b.length - a.length)) {
  const names = packages.length > 8 ? '' : `: ${packages.map(({ name }) => name).join(', ')}`;
  console.log(`  ${String(packages.length).padStart(4)}  ${license}${names}`);
}

const { output } = npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
const bill = createSbom(JSON.parse(output) as Sbom, shipped, process.versions.node);
await writeFile(path, `${JSON.stringify(bill, null, 2)}\n`);
console.log(
  `\nBill of materials (CycloneDX ${bill.specVersion}, ${bill.components.length} components): ${relative(ROOT, path)}`,
);

const audit = npm(['audit', '--json']);
const found = parseAudit(audit.output, audit.errors);
if (found.result === 'clean') {
  console.log(`npm audit: no known vulnerabilities in ${found.packages} installed packages.`);
} else if (found.result === 'not checked') {
  console.log(`npm audit: not checked. ${found.reason}`);
} else {
  console.log(`npm audit:\n${found.advisories.map((line) => `  ${line}`).join('\n')}`);
  process.exitCode = 1;
}
