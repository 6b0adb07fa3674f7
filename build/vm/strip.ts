/**
 * Prints a module that provides programs of this project without types. Stripping them would take the guest 3 s for
 * each program.
 *
 *   node build/vm/strip.ts FILE...
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from '../paths.ts';

const { metafile } = await build({
  entryPoints: process.argv.slice(2),
  absWorkingDir: ROOT,
  outdir: 'unwritten',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  write: false,
  metafile: true,
});
const files = Object.keys(metafile.inputs).filter((file) => file.endsWith('.ts'));
const texts = Object.fromEntries(
  files.map((file) => [
    pathToFileURL(join(ROOT, file)).href,
    stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8')),
  ]),
);
process.stdout.write(`import { registerHooks } from 'node:module';
const texts = ${JSON.stringify(texts)};
registerHooks({
  load: (url, context, next) =>
    url in texts ? { format: 'module', source: texts[url], shortCircuit: true } : next(url, context),
});
`);
