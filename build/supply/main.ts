/**
 * `npm run supply`: what Mensura is made of. Lists the licences of what its users get, asks the registry for known
 * weaknesses of everything installed, and writes the software bill of materials. Ends with 1 when a weakness is known.
 *
 *   --bill FILE   where the bill goes; dist/mensura.cdx.json unless given
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../freshness.ts';
import { SHIPPED_FILE, type ShippedPackage } from '../licences.ts';
import { DIST, ROOT } from '../paths.ts';
import { auditVerdict } from './audit.ts';
import { type Bill, billOfMaterials } from './bill.ts';
import { npm } from './npm.ts';

const { bill: given } = parseArgs({ options: { bill: { type: 'string' } } }).values;
const path = given ?? join(DIST, 'mensura.cdx.json');

await buildIfChanged();
const shipped = JSON.parse(await readFile(join(DIST, SHIPPED_FILE), 'utf8')) as ShippedPackage[];
const byLicence = Map.groupBy(shipped, ({ license }) => license ?? 'named in the text alone');
console.log(`${shipped.length} packages are part of Mensura, beside Electron and Node:`);
for (const [licence, packages] of [...byLicence].toSorted(([, a], [, b]) => b.length - a.length)) {
  const names = packages.length > 8 ? '' : `: ${packages.map(({ name }) => name).join(', ')}`;
  console.log(`  ${String(packages.length).padStart(4)}  ${licence}${names}`);
}

const { answer } = npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
const bill = billOfMaterials(JSON.parse(answer) as Bill, shipped, process.versions.node);
await writeFile(path, `${JSON.stringify(bill, null, 2)}\n`);
console.log(
  `\nBill of materials (CycloneDX ${bill.specVersion}, ${bill.components.length} components): ${relative(ROOT, path)}`,
);

const audit = npm(['audit', '--json']);
const found = auditVerdict(audit.answer, audit.said);
if (found.verdict === 'clean') {
  console.log(`npm audit: no weakness is known of any of ${found.packages} installed packages.`);
} else if (found.verdict === 'not checked') {
  console.log(`npm audit: not checked. ${found.reason}`);
} else {
  console.log(`npm audit:\n${found.findings.map((finding) => `  ${finding}`).join('\n')}`);
  process.exitCode = 1;
}
