/**
 * What every npm script of this project runs first: makes sure that the dependencies are installed and that Node 24
 * runs the rest. Plain JavaScript without dependencies, since a fresh machine may have Node 20 and nothing else.
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

/** The oldest Node that runs this file and npm's installation. */
const MINIMUM_NODE = [20, 19];

/** The Node line that everything else needs: it runs TypeScript, has SQLite, and is what Electron embeds. */
const WANTED_MAJOR = 24;

/** Between two looks whether npm is still there, in milliseconds. */
const ORPHAN_CHECK_MS = 500;

const COMMANDS = {
  start: 'build/start.ts',
  test: 'build/test/main.ts',
  check: 'build/check.ts',
  build: 'build/build.ts',
  service: 'build/service.ts',
  mensura: 'build/mensura.ts',
  package: 'build/package/main.ts',
  supply: 'build/supply/main.ts',
  emulate: 'tests/instruments/emulate.ts',
  'emulate:gateway': 'tests/instruments/gateway/emulate.ts',
  'emulate:fleet': 'tests/instruments/gateway/emulate-fleet.ts',
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
    `Mensura needs Node ${MINIMUM_NODE.join('.')} or newer to begin with; this is ${process.version}. See https://nodejs.org/.`,
  );
}

/** npm as this very script was started by it, on the Node that it runs on; outside of npm, the one in the PATH. */
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

/** Whether an entry of the lock file names this system, and not by its C library alone, which cannot be told here. */
function isForThisSystem({ os, cpu, libc }) {
  return !libc && Boolean(os?.includes(process.platform)) && Boolean(cpu?.includes(process.arch));
}

/** Whether node_modules holds what the lock file says, by npm's own list of what it installed. */
function isInstalled() {
  const wanted = readLock(join(ROOT, 'package-lock.json')) ?? {};
  const present = readLock(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    // What is optional may be for another system; if it is there, it is there in this version. A folder that came from
    // another system lacks what is for this one.
    return present[path] ? present[path].version === entry.version : entry.optional === true && !isForThisSystem(entry);
  });
}

/** Installs what the lock file says, unless that has been done. */
function install() {
  const lockfile = readFileSync(join(ROOT, 'package-lock.json'));
  const wanted = createHash('sha256').update(lockfile).update(`${process.platform}-${process.arch}`).digest('hex');
  const stamp = join(ROOT, 'node_modules', '.cache', 'mensura', 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!isInstalled()) {
    console.error('Installing dependencies (once, and after an update)...');
    // "npm ci" deletes node_modules first. Windows cannot delete the Node that may just be running from there.
    const keep = process.platform === 'win32' && existsSync(join(ROOT, 'node_modules'));
    const { status, error } = runNpm([...(keep ? ['install', '--no-save'] : ['ci']), '--loglevel=error']);
    if (status !== 0) {
      const cause = error ? `: ${error.message}` : '';
      fail(`The installation failed${cause}. Is the npm registry reachable? Try "npm ci" by hand.`);
    }
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** The Node 24 that came with the dependencies, or this one where it is new enough. */
function findNode() {
  const require = createRequire(join(ROOT, 'package.json'));
  const system = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const folder = dirname(require.resolve(`node-${system}-${process.arch}/package.json`));
    const path = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    // A Node for another C library stands there too, and cannot run.
    if (spawnSync(path, ['--version']).status === 0) return path;
  } catch {
    // There is no such package for this system.
  }
  if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) return process.execPath;
  return fail(
    `Mensura brings its own Node ${WANTED_MAJOR} for Linux (x64, arm64) and Windows (x64). On this system ` +
      `(${process.platform} ${process.arch}) please install Node ${WANTED_MAJOR} or newer from https://nodejs.org/; this is ${process.version}.`,
  );
}

function main() {
  checkNode();
  const [command = '', ...flags] = process.argv.slice(2);
  const script = COMMANDS[command];
  if (!script) fail(`Unknown command "${command}". Known: ${Object.keys(COMMANDS).join(', ')}.`);
  install();
  const node = findNode();
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
  };
  // As build/node-flags.ts has it, and says why.
  const child = spawn(node, ['--no-wasm-code-gc', join(ROOT, script), ...flags], { stdio: 'inherit', env });
  // A terminal sends Ctrl+C to both; this one waits for the child, which stops in good order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  // npm passes a signal to its shell, which ends without passing it on: the shell's end is the signal then.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, ORPHAN_CHECK_MS).unref();
  }
  child.on('error', (error) => fail(`Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

main();
