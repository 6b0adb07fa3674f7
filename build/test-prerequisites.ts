/** What the tests need of the system beyond npm: found, installed where that is allowed, or said plainly. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findProgram } from '../tests/mqtt/support/programs.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { ELECTRON_PACKAGES, missingLibraries } from './desktop-obstacles.ts';
import { ensureTestRuntime, hasTestRuntime } from './test-runtime.ts';

/** One thing that some of the tests need. */
interface Prerequisite {
  name: string;
  /** The Debian packages that bring it. */
  packages: string;
  present(): boolean;
  /** The test projects that cannot run without it. */
  projects: readonly string[];
}

function hasProgram(name: string): boolean {
  return findProgram(name) !== undefined;
}

/** @param runtime the folder of the Electron runtime under test, where there is one */
function prerequisites(runtime: string | undefined): Prerequisite[] {
  const browser: Prerequisite = {
    name: 'a Chromium browser',
    packages: 'chromium',
    present: () => findBrowser() !== undefined,
    projects: ['gui', 'contract'],
  };
  // Windows has no pseudo terminals, whatever is installed.
  if (process.platform === 'win32') return [browser];
  const socat = {
    name: 'socat',
    packages: 'socat',
    present: () => hasProgram('socat'),
    projects: ['serial', 'contract', 'electron'],
  };
  // The Debian package also starts a broker on port 1883: the tests have their own, each on a free port.
  const mosquitto = {
    name: 'Mosquitto, its clients, or openssl',
    packages: 'mosquitto mosquitto-clients openssl',
    present: () => ['mosquitto', 'mosquitto_sub', 'mosquitto_passwd', 'openssl'].every(hasProgram),
    projects: ['mqtt', 'contract', 'gui', 'electron'],
  };
  if (process.platform !== 'linux') return [browser, socat, mosquitto];
  return [
    browser,
    socat,
    mosquitto,
    {
      name: 'ip (network namespaces)',
      packages: 'iproute2',
      present: () => hasProgram('ip'),
      projects: ['contract'],
    },
    { name: 'Xvfb', packages: 'xvfb xauth dbus', present: () => hasProgram('Xvfb'), projects: ['electron'] },
    {
      name: "Electron's system libraries",
      packages: ELECTRON_PACKAGES,
      present: () => !runtime || missingLibraries(join(runtime, 'electron')).length === 0,
      projects: ['electron'],
    },
  ];
}

/** `apt-get` with the right to install, as the words of a command; undefined where there is none. */
function aptCommand(): string[] | undefined {
  if (!hasProgram('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  const mayWithoutAsking = hasProgram('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0;
  return mayWithoutAsking ? ['sudo', '-n', 'apt-get'] : undefined;
}

function install(packages: readonly string[]): void {
  const command = aptCommand();
  if (!command) return;
  const [program = '', ...args] = command;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'], env };
  console.log(`Installing Debian packages: ${packages.join(' ')}`);
  spawnSync(program, [...args, '-qq', 'update'], options);
  spawnSync(program, [...args, '-qq', '-y', 'install', '--no-install-recommends', ...packages], options);
}

/** A test project that cannot run here, and what is missing for it. */
export interface Unable {
  project: string;
  why: string;
}

export interface Preparation {
  unable: Unable[];
  /** The one line that installs everything that is missing; undefined where nothing is. */
  remedy: string | undefined;
}

/** Sees to everything; answers the projects that cannot run all the same, and what would help. */
export async function prepareTests(): Promise<Preparation> {
  const unable: Unable[] = [];
  let runtime: string | undefined;
  if (hasTestRuntime()) {
    console.log('Fetching the Electron test runtime (once)...');
    try {
      runtime = await ensureTestRuntime();
    } catch (error) {
      unable.push({ project: 'electron', why: `the test runtime cannot be had: ${String(error)}` });
    }
  } else {
    unable.push({ project: 'electron', why: 'the test runtime exists for Linux x64 alone' });
  }
  if (process.platform === 'win32') {
    const why = 'Windows has no pseudo terminals';
    unable.push({ project: 'serial', why }, { project: 'contract', why });
    unable.push({ project: 'mqtt', why: 'Mosquitto is started with what only Unix has' });
  }
  const needed = prerequisites(runtime);
  const absent = needed.filter(({ present }) => !present());
  if (absent.length > 0) install(absent.flatMap(({ packages }) => packages.split(' ')));
  const missing = absent.filter(({ present }) => !present());
  for (const { name, projects } of missing) {
    unable.push(...projects.map((project) => ({ project, why: `missing here: ${name}` })));
  }
  const packages = missing.map((prerequisite) => prerequisite.packages).join(' ');
  return { unable, remedy: packages ? `sudo apt-get install ${packages}` : undefined };
}
