import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The license texts, in `dist/`. Distributed with Mensura. */
export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';

/** The list of packages, in `dist/`, for the bill of materials. Not distributed. */
export const SHIPPED_FILE = '.shipped.json';

const RULE = '-'.repeat(80);

/** A package that is part of the bundles. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** The SPDX expression in its manifest, if any. */
  license?: string;
}

/** The folder of a module's package; undefined for modules of this project. */
function packageFolder(module: string): string | undefined {
  const segments = module.replace(/[?\0].*$/, '').split(/[\\/]/);
  const at = segments.lastIndexOf('node_modules');
  const name = segments[at + 1];
  if (at < 0 || !name) return undefined;
  return segments.slice(0, at + (name.startsWith('@') ? 3 : 2)).join(sep);
}

interface PackageLicense extends ShippedPackage {
  text: string;
}

async function licenseOf(folder: string): Promise<PackageLicense> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as ShippedPackage;
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const text =
    texts.length > 0 ? texts.map((part) => part.trim()).join('\n\n') : 'No license text included in this package.';
  return { name, version, ...(license && { license }), text };
}

/**
 * @param modules paths of the modules in the bundles
 * @returns their packages, sorted by name, and the text of all licenses
 */
export async function licensesOf(
  modules: Iterable<string>,
): Promise<{ packages: readonly ShippedPackage[]; text: string }> {
  const folders = new Set<string>();
  for (const module of modules) {
    const folder = packageFolder(module);
    if (folder) folders.add(folder);
  }
  const licenses = await Promise.all([...folders].map((folder) => licenseOf(folder)));
  const keyed = licenses.map((license) => [`${license.name} ${license.version}`, license] as const);
  const sorted = new Map(keyed.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const texts = [...sorted].map(
    ([key, { license, text }]) => `${RULE}\n${key} (${license ?? 'license as below'})\n${RULE}\n\n${text}\n`,
  );
  return {
    packages: [...sorted.values()].map(({ text: _text, ...shipped }) => shipped),
    text: ['Mensura contains these packages, each under its own license.\n', ...texts].join('\n'),
  };
}
