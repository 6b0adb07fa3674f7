/**
 * Runs first in every npm script: installs the dependencies and starts the command with Node 24. Plain JavaScript
 * without dependencies, since a fresh machine may have only Node 20.
 *
 *   node build/launch.mjs <command> [flags]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The oldest Node for this file and for npm. */
const MINIMUM_NODE = [20, 19];

/** Everything else needs it: it runs TypeScript, includes SQLite, and is the version in Electron. */
const WANTED_MAJOR = 24;

/** Between two checks that npm is still running, in milliseconds. */
const ORPHAN_CHECK_MS = 500;

const COMMANDS = {
  start: 'build/start.ts',
  test: 'build/test/main.ts',
  check: 'build/check.ts',
  build: 'build/build.ts',
  service: 'build/service.ts',
  mensura: 'build/mensura.ts',
  package: 'build/package/main.ts',
  supply: 'build/sbom/main.ts',
  emulate: 'tests/emulator/emulate.ts',
  'emulate:gateway': 'tests/emulator/gateway/emulate.ts',
  'emulate:fleet': 'tests/emulator/gateway/emulate-fleet.ts',
  bench: 'tests/bench/main.ts',
  soak: 'tests/soak/main.ts',
};

function fail(message) {
  console.error(message);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return;
  fail(
    `Cannot run on Node ${process.version.slice(1)}. Install Node ${MINIMUM_NODE.join('.')} or later from https://nodejs.org/.`,
  );
}

/** Runs the npm that started this script; outside npm, the one in the PATH. */
function runNpm(args) {
  const npm = process.env.npm_execpath;
  const options = { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] };
  return npm?.endsWith('npm-cli.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Whether an entry of the lock file is for this system. The C library is unknown here, so entries with one do not count. */
function isForThisSystem({ os, cpu, libc }) {
  return !libc && Boolean(os?.includes(process.platform)) && Boolean(cpu?.includes(process.arch));
}

/** Whether node_modules matches the lock file, according to npm's list of installed packages. */
function isInstalled() {
  const wanted = readLock(join(ROOT, 'package-lock.json')) ?? {};
  const present = readLock(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    // Optional packages for other systems may be missing. Those for this system are missing in a folder from elsewhere.
    return present[path] ? present[path].version === entry.version : entry.optional === true && !isForThisSystem(entry);
  });
}

/** Installs the packages of the lock file, unless they are installed. */
function install() {
  const lockfile = readFileSync(join(ROOT, 'package-lock.json'));
  const wanted = createHash('sha256').update(lockfile).update(`${process.platform}-${process.arch}`).digest('hex');
  const stamp = join(ROOT, 'node_modules', '.cache', 'mensura', 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!isInstalled()) {
    console.error('Installing dependencies (first start, or after an update)...');
    // "npm ci" deletes node_modules first. Windows cannot delete a running Node in it.
    const keep = process.platform === 'win32' && existsSync(join(ROOT, 'node_modules'));
    const { status, error } = runNpm([...(keep ? ['install', '--no-save'] : ['ci']), '--loglevel=error']);
    if (status !== 0) {
      const cause = error ? `: ${error.message}` : '';
      fail(`Cannot install dependencies${cause}. Check the connection to the npm registry, then run "npm ci".`);
    }
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** The Node 24 from the dependencies, or this one if it is new enough. */
function findNode() {
  const require = createRequire(join(ROOT, 'package.json'));
  const system = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const folder = dirname(require.resolve(`node-${system}-${process.arch}/package.json`));
    const path = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    // It may be built for another C library.
    if (spawnSync(path, ['--version']).status === 0) return path;
  } catch {
    // No package for this system.
  }
  if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) return process.execPath;
  return fail(
    `Cannot run on Node ${process.version.slice(1)}. On ${process.platform} ${process.arch}, install Node ${WANTED_MAJOR} or later ` +
      `from https://nodejs.org/. Mensura includes it only for Linux (x64, arm64) and Windows (x64).`,
  );
}

function main() {
  checkNode();
  const [command = '', ...flags] = process.argv.slice(2);
  const script = COMMANDS[command];
  if (!script) fail(`Unknown command "${command}". Available: ${Object.keys(COMMANDS).join(', ')}.`);
  install();
  const node = findNode();
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
  };
  // See build/node-flags.ts.
  const child = spawn(node, ['--no-wasm-code-gc', join(ROOT, script), ...flags], { stdio: 'inherit', env });
  // A terminal sends Ctrl+C to both processes; this one waits for the child.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  // npm sends signals to its shell, which exits without forwarding them: a new parent process means a signal.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, ORPHAN_CHECK_MS).unref();
  }
  child.on('error', (error) => fail(`Cannot start Node: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

main();
