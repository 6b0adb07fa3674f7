/**
 * `npm run supply`: lists the licenses of the bundled packages, queries the registry for known vulnerabilities of all
 * installed packages, and writes the software bill of materials. Exits with 1 if a vulnerability is known.
 *
 *   --bill FILE   output file (default: dist/mensura.cdx.json)
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../build-if-changed.ts';
import { SHIPPED_FILE, type ShippedPackage } from '../licences.ts';
import { DIST, ROOT } from '../paths.ts';
import { parseAudit } from './audit.ts';
import { npm } from './npm.ts';
import { createSbom, type Sbom } from './sbom.ts';

const { bill: given } = parseArgs({ options: { bill: { type: 'string' } } }).values;
const path = given ?? join(DIST, 'mensura.cdx.json');

await buildIfChanged();
const shipped = JSON.parse(await readFile(join(DIST, SHIPPED_FILE), 'utf8')) as ShippedPackage[];
const byLicence = Map.groupBy(shipped, ({ license }) => license ?? 'see license text');
console.log(`Mensura includes ${shipped.length} packages in addition to Electron and Node:`);
for (const [licence, packages] of [...byLicence].toSorted(([, a], [, b]) => b.length - a.length)) {
  const names = packages.length > 8 ? '' : `: ${packages.map(({ name }) => name).join(', ')}`;
  console.log(`  ${String(packages.length).padStart(4)}  ${licence}${names}`);
}

const { answer } = npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
const bill = createSbom(JSON.parse(answer) as Sbom, shipped, process.versions.node);
await writeFile(path, `${JSON.stringify(bill, null, 2)}\n`);
console.log(
  `\nBill of materials (CycloneDX ${bill.specVersion}, ${bill.components.length} components): ${relative(ROOT, path)}`,
);

const audit = npm(['audit', '--json']);
const found = parseAudit(audit.answer, audit.said);
if (found.result === 'clean') {
  console.log(`npm audit: no known vulnerabilities in ${found.packages} installed packages.`);
} else if (found.result === 'not checked') {
  console.log(`npm audit: not checked. ${found.reason}`);
} else {
  console.log(`npm audit:\n${found.findings.map((finding) => `  ${finding}`).join('\n')}`);
  process.exitCode = 1;
}
