import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../service/support/errors.ts';
import { findBrowser } from '../../tests/support/browser.ts';
import { findProgram } from '../../tests/support/programs.ts';
import { installPackages, isPackageInstalled } from '../debian.ts';
import { ELECTRON_PACKAGES, missingLibraries } from '../desktop-requirements.ts';
import { ensureNodeRed } from '../node-red.ts';
import { DEB_DEPENDS } from '../package/depends.ts';
import { ensureTestRuntime, hasTestRuntime } from '../test-runtime.ts';
import { ensureUnpacked, UNPACKED_PROGRAMS, type UnpackedPackage } from '../unpacked-programs.ts';
import { isRoot } from '../unprivileged.ts';
import { BUSYBOX, ensureGuestKernel } from '../vm/kernel.ts';

/** Projects that run in Electron. */
const RUNTIME_PROJECTS: readonly string[] = ['desktop', 'package', 'usb', 'bench'];

/** The project that runs Node-RED. */
const NODE_RED_PROJECT = 'node-red';

/** Projects that run in the virtual machine. */
const GUEST_PROJECTS: readonly string[] = ['usb', 'power'];

/** The projects that need each unpacked program. */
const UNPACKED_FOR: Readonly<Record<UnpackedPackage, readonly string[]>> = {
  influxdb: ['databases', 'bench'],
  'nats-server': ['databases', 'gateway'],
  prometheus: ['databases'],
  'victoria-metrics': ['databases', 'bench'],
  'tinyproxy-bin': ['mqtt'],
  'exim4-daemon-light': ['notifications', 'desktop'],
};

interface Prerequisite {
  name: string;
  /** The Debian packages that contain it. */
  packages: string;
  present(): boolean;
  /** The test projects that cannot run without it. */
  projects: readonly string[];
}

function hasProgram(name: string): boolean {
  return findProgram(name) !== undefined;
}

/** The libraries of Exim, which is unpacked, and the one that gives it a user. */
const EXIM_LIBRARIES = ['libidn.so.12', 'libgnutls-dane.so.0', 'libnsl.so.2', 'libdb-5.3.so', 'libnss_wrapper.so'];

function hasLibraries(names: readonly string[]): boolean {
  const { stdout } = spawnSync(findProgram('ldconfig') ?? '/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return names.every((name) => (stdout ?? '').includes(`${name} `));
}

/** Whether a program exists and is statically linked. */
function isStatic(program: string): boolean {
  return existsSync(program) && spawnSync('ldd', [program]).status !== 0;
}

/** @param runtime the folder of the Electron runtime, if available */
function prerequisites(runtime: string | undefined): Prerequisite[] {
  const browser: Prerequisite = {
    name: 'Chromium',
    packages: 'chromium chromium-headless-shell',
    present: () => findBrowser() !== undefined,
    projects: ['gui', 'contract', 'bench'],
  };
  // The others depend on pseudo terminals, which Windows does not have.
  if (process.platform === 'win32') return [browser];
  const socat = {
    name: 'socat',
    packages: 'socat',
    present: () => hasProgram('socat'),
    projects: ['serial', 'contract', 'mqtt', 'gateway', 'databases', NODE_RED_PROJECT, 'desktop', 'bench'],
  };
  // The Debian package starts a broker on port 1883; the tests start their own on free ports.
  const mosquitto = {
    name: 'Mosquitto, its clients or OpenSSL',
    packages: 'mosquitto mosquitto-clients openssl',
    present: () => ['mosquitto', 'mosquitto_sub', 'mosquitto_passwd', 'openssl'].every(hasProgram),
    projects: [
      'mqtt',
      'gateway',
      'databases',
      'notifications',
      NODE_RED_PROJECT,
      'contract',
      'gui',
      'desktop',
      'bench',
    ],
  };
  if (process.platform !== 'linux') return [browser, socat, mosquitto];
  return [
    browser,
    socat,
    mosquitto,
    {
      name: 'Gnumeric or locale definitions',
      packages: 'gnumeric locales',
      present: () => ['ssconvert', 'localedef'].every(hasProgram) && existsSync('/usr/share/i18n/locales/de_DE'),
      projects: ['contract'],
    },
    {
      name: 'curl or Python',
      packages: 'curl python3',
      present: () => ['curl', 'python3'].every(hasProgram),
      projects: ['contract', 'databases', 'notifications', 'desktop'],
    },
    {
      name: 'pdftotext',
      packages: 'poppler-utils',
      present: () => hasProgram('pdftotext'),
      projects: ['desktop'],
    },
    {
      name: 'libraries of Exim',
      packages: 'libidn12 libgnutls-dane0 libnsl2 libdb5.3 libnss-wrapper',
      present: () => hasLibraries(EXIM_LIBRARIES),
      projects: ['notifications', 'desktop'],
    },
    {
      name: 'docker-compose or systemd-analyze',
      packages: 'docker-compose systemd',
      present: () => ['docker-compose', 'systemd-analyze'].every(hasProgram),
      projects: ['databases'],
    },
    {
      name: 'ip (network namespaces)',
      packages: 'iproute2',
      present: () => hasProgram('ip'),
      projects: ['contract'],
    },
    { name: 'Xvfb', packages: 'xvfb xauth dbus', present: () => hasProgram('Xvfb'), projects: RUNTIME_PROJECTS },
    {
      name: "Electron's system libraries",
      packages: ELECTRON_PACKAGES,
      present: () => !runtime || missingLibraries(join(runtime, 'electron')).length === 0,
      projects: RUNTIME_PROJECTS,
    },
    {
      name: 'dependencies and checkers of the Debian package',
      packages: `${ELECTRON_PACKAGES} xdg-utils apparmor appstream desktop-file-utils systemd`,
      present: () =>
        DEB_DEPENDS.every((names) => names.split(' | ').some(isPackageInstalled)) &&
        ['dpkg-deb', 'apparmor_parser', 'appstreamcli', 'desktop-file-validate', 'systemd-analyze'].every(hasProgram),
      projects: ['package'],
    },
    {
      name: 'the test virtual machine',
      packages: 'qemu-system-x86 busybox-static cpio udev e2fsprogs xz-utils',
      present: () =>
        ['qemu-system-x86_64', 'cpio', 'udevadm', 'mkfs.ext4', 'e2fsck', 'debugfs', 'xz'].every(hasProgram) &&
        isStatic(BUSYBOX),
      projects: [...GUEST_PROJECTS],
    },
  ];
}

/** A test project that cannot run here, and the reason. */
export interface Unable {
  project: string;
  why: string;
}

/** The substitute for Electron; undefined if it is not available, with the reason in `unable`. */
async function prepareRuntime(unable: Unable[]): Promise<string | undefined> {
  const refuse = (why: string): void => {
    unable.push(...RUNTIME_PROJECTS.map((project) => ({ project, why })));
  };
  if (!hasTestRuntime()) {
    refuse('the test runtime supports only Linux x64');
    return undefined;
  }
  console.log('Downloading the Electron test runtime (first run only)...');
  try {
    return await ensureTestRuntime();
  } catch (error) {
    refuse(`the test runtime is not available: ${errorText(error)}`);
    return undefined;
  }
}

/** Downloads the programs that these projects need. */
async function prepareUnpacked(projects: readonly string[], unable: Unable[]): Promise<void> {
  for (const name of Object.keys(UNPACKED_PROGRAMS) as UnpackedPackage[]) {
    const concerned = UNPACKED_FOR[name].filter((project) => projects.includes(project));
    if (concerned.length === 0) continue;
    const why = await unpackFailure(name);
    if (why) unable.push(...concerned.map((project) => ({ project, why })));
  }
}

/** Why a program is not available; undefined if it is. */
async function unpackFailure(name: UnpackedPackage): Promise<string | undefined> {
  if (process.platform !== 'linux') return "requires Debian's packages";
  try {
    await ensureUnpacked(name);
    return undefined;
  } catch (error) {
    return `${name} is not available: ${errorText(error)}`;
  }
}

async function prepareNodeRed(unable: Unable[]): Promise<void> {
  try {
    await ensureNodeRed();
  } catch (error) {
    unable.push({ project: NODE_RED_PROJECT, why: `Node-RED is not available: ${errorText(error)}` });
  }
}

async function prepareGuest(unable: Unable[]): Promise<void> {
  try {
    await ensureGuestKernel();
  } catch (error) {
    const why = `the virtual machine kernel is not available: ${errorText(error)}`;
    unable.push(...GUEST_PROJECTS.map((project) => ({ project, why })));
  }
}

/**
 * Installs the prerequisites of test projects, if allowed.
 * @returns the projects that cannot run; the command that installs everything that is missing, if anything is
 */
export async function prepareTests(
  projects: readonly string[],
): Promise<{ unable: Unable[]; remedy: string | undefined }> {
  const unable: Unable[] = [];
  const concerned = (entry: { projects: readonly string[] }): boolean =>
    entry.projects.some((project) => projects.includes(project));
  const runtime = concerned({ projects: RUNTIME_PROJECTS }) ? await prepareRuntime(unable) : undefined;
  if (process.platform === 'win32') {
    const why = 'requires pseudo terminals (not on Windows)';
    unable.push(...['serial', 'contract', NODE_RED_PROJECT].map((project) => ({ project, why })));
    const onUnix = 'requires Mosquitto on Unix';
    unable.push({ project: 'mqtt', why: onUnix }, { project: 'gateway', why: onUnix });
  }
  if (!isRoot()) unable.push({ project: 'package', why: 'requires root to install and remove a package' });
  const needed = prerequisites(runtime).filter(concerned);
  const absent = needed.filter(({ present }) => !present());
  if (absent.length > 0) await installPackages(absent.flatMap(({ packages }) => packages.split(' ')));
  const missing = absent.filter(({ present }) => !present());
  for (const entry of missing) {
    unable.push(...entry.projects.map((project) => ({ project, why: `missing: ${entry.name}` })));
  }
  await prepareUnpacked(projects, unable);
  const runsNodeRed = projects.includes(NODE_RED_PROJECT) && process.platform !== 'win32';
  if (runsNodeRed) await prepareNodeRed(unable);
  const inGuest = GUEST_PROJECTS.filter((project) => projects.includes(project));
  if (inGuest.some((project) => !unable.some((entry) => entry.project === project))) await prepareGuest(unable);
  const packages = missing.map((prerequisite) => prerequisite.packages).join(' ');
  return { unable, remedy: packages ? `sudo apt-get install ${packages}` : undefined };
}
