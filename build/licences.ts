/** The licences of the packages that became part of the bundles: who passes Mensura on passes these on, too. */
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Where the licences lie in `dist/`. */
export const LICENCES_FILE = 'THIRD-PARTY-LICENSES.txt';

const RULE = '-'.repeat(80);

/** The folder of the package that a module belongs to; undefined for the project's own. */
function packageFolder(module: string): string | undefined {
  const parts = module.replace(/[?\0].*$/, '').split(/[\\/]/);
  const at = parts.lastIndexOf('node_modules');
  const name = parts[at + 1];
  if (at < 0 || !name) return undefined;
  return parts.slice(0, at + (name.startsWith('@') ? 3 : 2)).join(sep);
}

/** The texts of one package, with a heading. */
async function licenceOf(folder: string): Promise<{ name: string; text: string }> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const name = `${manifest.name} ${manifest.version}`;
  // Some packages name their licence and bring no text.
  const terms = texts.length > 0 ? texts.map((text) => text.trim()).join('\n\n') : 'This package brings no text of it.';
  return { name, text: `${RULE}\n${name} (${manifest.license ?? 'licence as below'})\n${RULE}\n\n${terms}\n` };
}

/**
 * @param modules paths of the modules in the bundles
 * @returns the text of the licences of all packages that they come from, each once, by name
 */
export async function licencesOf(modules: Iterable<string>): Promise<string> {
  const folders = new Set<string>();
  for (const module of modules) {
    const folder = packageFolder(module);
    if (folder) folders.add(folder);
  }
  const licences = await Promise.all([...folders].map((folder) => licenceOf(folder)));
  const sorted = new Map(licences.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, text }) => [name, text]));
  const heading = `Mensura contains these packages, each under its own licence.\n`;
  return [heading, ...sorted.values()].join('\n');
}
