/** Bundles the service, the desktop shell and the renderer into `dist/`, which needs no other file of the tree. */
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, parse, resolve } from 'node:path';
import { type Plugin as EsbuildPlugin, build as esbuild } from 'esbuild';
import { type Plugin, build as vite } from 'vite';
import { WORKERS } from '../service/support/worker-file.ts';
import { LICENSES_FILE, licensesOf, SHIPPED_FILE } from './licenses.ts';
import { DIST, ROOT } from './paths.ts';

/** Modules with native code find their binaries by their folder, so they are copied, not bundled. */
const NATIVE = ['@serialport/bindings-cpp', 'usb'];

/** Dependencies of native packages that are not needed to run: C++ headers and types. */
const UNNEEDED = /^(node-addon-api$|@types\/)/;

/** CommonJS packages inside an ES module bundle still call `require`. */
const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * Importing `node:http` from an ES module makes Node load its client for `fetch` and `WebSocket`, a tenth of the
 * processor time of a start. `require` does not.
 */
const HTTP_ALONE: EsbuildPlugin = {
  name: 'http alone',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:http$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'required' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};

/**
 * @param outfile an ES module (`.mjs`) gets separate files for the parts that are loaded later
 * @returns the paths of the bundled modules
 */
async function bundleNode(entry: string, outfile: string): Promise<string[]> {
  const { dir, name, ext } = parse(outfile);
  const isModule = ext === '.mjs';
  const { metafile } = await esbuild({
    entryPoints: [{ in: join(ROOT, entry), out: name }],
    outdir: join(DIST, dir),
    outExtension: { '.js': ext },
    splitting: isModule,
    chunkNames: 'part-[hash]',
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: isModule ? 'esm' : 'cjs',
    external: ['electron', ...NATIVE],
    sourcemap: true,
    metafile: true,
    plugins: [HTTP_ALONE],
    // The source stays in memory, with two bytes per character if any (such as in a comment) is not ASCII.
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'linked',
    ...(isModule && { banner: { js: REQUIRE_BANNER } }),
    logLevel: 'warning',
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  return inputs.map((input) => resolve(input));
}

/** @returns the paths of the bundled modules */
async function bundleRenderer(): Promise<string[]> {
  const modules: string[] = [];
  const plugin: Plugin = { name: 'modules', moduleParsed: ({ id }) => void modules.push(id) };
  await vite({ root: join(ROOT, 'renderer'), logLevel: 'warn', plugins: [plugin] });
  return modules;
}

/** Each program that hosts the service has its own copy of the worker threads. */
function bundleWorkers(): Promise<string[]>[] {
  return Object.entries(WORKERS).flatMap(([name, entry]) =>
    ['service', 'electron'].map((folder) => bundleNode(`service/${entry}`, `${folder}/${name}.mjs`)),
  );
}

async function bundleCommandLine(): Promise<string[]> {
  const modules = await bundleNode('service/cli/main.ts', 'cli/mensura.mjs');
  await chmod(join(DIST, 'cli/mensura.mjs'), 0o755);
  return modules;
}

/** The folder of a package as resolved from another. Not by `require.resolve`: a package may hide its manifest. */
function packageFolder(name: string, from: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((path) => existsSync(join(path, 'package.json')));
}

interface Manifest {
  dependencies?: Record<string, string>;
  /** Packages with a binary for one system; only those for this system are installed. */
  optionalDependencies?: Record<string, string>;
}

/**
 * Copies a native package and its dependencies into `dist/node_modules`.
 * @returns the paths of their manifests
 */
async function copyNative(name: string, from = ROOT, done = new Map<string, string>()): Promise<string[]> {
  if (done.has(name)) return [];
  const folder = packageFolder(name, from);
  if (!folder) throw new Error(`Package ${name}, required by ${from}, is not installed. Run "npm ci".`);
  done.set(name, join(folder, 'package.json'));
  const manifest = await readFile(join(folder, 'package.json'), 'utf8');
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(manifest) as Manifest;
  await mkdir(join(DIST, 'node_modules'), { recursive: true });
  await cp(folder, join(DIST, 'node_modules', name), { recursive: true });
  const installed = Object.keys(optionalDependencies).filter((option) => packageFolder(option, folder));
  const needed = [...Object.keys(dependencies), ...installed].filter((dependency) => !UNNEEDED.test(dependency));
  for (const dependency of needed) await copyNative(dependency, folder, done);
  return [...done.values()];
}

/** Builds everything from scratch. */
export async function bundle(): Promise<void> {
  await rm(DIST, { recursive: true, force: true });
  const [modules] = await Promise.all([
    Promise.all([
      bundleNode('service/main.ts', 'service/main.mjs'),
      bundleNode('electron/main.ts', 'electron/main.mjs'),
      bundleNode('electron/preload.ts', 'electron/preload.cjs'),
      bundleCommandLine(),
      ...bundleWorkers(),
      bundleRenderer(),
      ...NATIVE.map((name) => copyNative(name)),
    ]),
    cp(join(ROOT, 'build/icons'), join(DIST, 'electron/icons'), {
      recursive: true,
      filter: (path) => !/\.(ts|svg)$/.test(path),
    }),
    cp(join(ROOT, 'build/udev'), join(DIST, 'udev'), { recursive: true }),
  ]);
  const { packages, text } = await licensesOf(modules.flat());
  await writeFile(join(DIST, LICENSES_FILE), text);
  await writeFile(join(DIST, SHIPPED_FILE), `${JSON.stringify(packages, null, 2)}\n`);
}
