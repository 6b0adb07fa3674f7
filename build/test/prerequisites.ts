/** What the tests need of the system beyond npm: found, installed where that is allowed, or said plainly. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../service/support/errors.ts';
import { findBrowser } from '../../tests/support/browser.ts';
import { findProgram } from '../../tests/support/programs.ts';
import { installPackages, isPackageInstalled } from '../debian.ts';
import { ELECTRON_PACKAGES, missingLibraries } from '../desktop-obstacles.ts';
import { BUSYBOX } from '../guest/initrd.ts';
import { ensureGuestKernel } from '../guest/kernel.ts';
import { DEB_DEPENDS } from '../package/depends.ts';
import { ensureTestRuntime, hasTestRuntime } from '../test-runtime.ts';
import { isRoot } from '../unprivileged.ts';

/** What runs in Electron. */
const RUNTIME_PROJECTS: readonly string[] = ['desktop', 'package', 'usb', 'bench'];

/** What runs in the virtual computer. */
const GUEST_PROJECTS: readonly string[] = ['usb', 'power'];

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

/** Whether a program is there and runs without shared libraries. */
function isStatic(program: string): boolean {
  return existsSync(program) && spawnSync('ldd', [program]).status !== 0;
}

/** @param runtime the folder of the Electron runtime under test, where there is one */
function prerequisites(runtime: string | undefined): Prerequisite[] {
  const browser: Prerequisite = {
    name: 'a Chromium browser',
    packages: 'chromium chromium-headless-shell',
    present: () => findBrowser() !== undefined,
    projects: ['gui', 'contract', 'bench'],
  };
  // Windows has no pseudo terminals, whatever is installed.
  if (process.platform === 'win32') return [browser];
  const socat = {
    name: 'socat',
    packages: 'socat',
    present: () => hasProgram('socat'),
    projects: ['serial', 'contract', 'gateway', 'desktop', 'bench'],
  };
  // The Debian package also starts a broker on port 1883: the tests have their own, each on a free port.
  const mosquitto = {
    name: 'Mosquitto, its clients, or openssl',
    packages: 'mosquitto mosquitto-clients openssl',
    present: () => ['mosquitto', 'mosquitto_sub', 'mosquitto_passwd', 'openssl'].every(hasProgram),
    projects: ['mqtt', 'gateway', 'contract', 'gui', 'desktop', 'bench'],
  };
  if (process.platform !== 'linux') return [browser, socat, mosquitto];
  return [
    browser,
    socat,
    mosquitto,
    {
      name: 'Gnumeric, or the descriptions of locales',
      packages: 'gnumeric locales',
      present: () => ['ssconvert', 'localedef'].every(hasProgram) && existsSync('/usr/share/i18n/locales/de_DE'),
      projects: ['contract'],
    },
    {
      name: 'curl, or Python',
      packages: 'curl python3',
      present: () => ['curl', 'python3'].every(hasProgram),
      projects: ['contract'],
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
      name: 'what a Debian package of Mensura needs, or what checks its parts',
      packages: `${ELECTRON_PACKAGES} xdg-utils apparmor appstream desktop-file-utils systemd`,
      present: () =>
        DEB_DEPENDS.every((names) => names.split(' | ').some(isPackageInstalled)) &&
        ['dpkg-deb', 'apparmor_parser', 'appstreamcli', 'desktop-file-validate', 'systemd-analyze'].every(hasProgram),
      projects: ['package'],
    },
    {
      name: 'what the virtual computer of the tests is made of',
      packages: 'qemu-system-x86 busybox-static cpio udev e2fsprogs xz-utils',
      present: () =>
        ['qemu-system-x86_64', 'cpio', 'udevadm', 'mkfs.ext4', 'e2fsck', 'debugfs', 'xz'].every(hasProgram) &&
        isStatic(BUSYBOX),
      projects: [...GUEST_PROJECTS],
    },
  ];
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

/** The substitute for Electron; undefined where it cannot be had, which is noted. */
async function prepareRuntime(unable: Unable[]): Promise<string | undefined> {
  const refuse = (why: string): void => {
    unable.push(...RUNTIME_PROJECTS.map((project) => ({ project, why })));
  };
  if (!hasTestRuntime()) {
    refuse('the test runtime exists for Linux x64 alone');
    return undefined;
  }
  console.log('Fetching the Electron test runtime (once)...');
  try {
    return await ensureTestRuntime();
  } catch (error) {
    refuse(`the test runtime cannot be had: ${errorText(error)}`);
    return undefined;
  }
}

async function prepareGuest(unable: Unable[]): Promise<void> {
  try {
    await ensureGuestKernel();
  } catch (error) {
    const why = `the guest's kernel cannot be had: ${errorText(error)}`;
    unable.push(...GUEST_PROJECTS.map((project) => ({ project, why })));
  }
}

/**
 * Sees to everything that these test projects need; answers those that cannot run all the same, and what would help.
 */
export async function prepareTests(projects: readonly string[]): Promise<Preparation> {
  const unable: Unable[] = [];
  const concerned = (entry: { projects: readonly string[] }): boolean =>
    entry.projects.some((project) => projects.includes(project));
  const runtime = concerned({ projects: RUNTIME_PROJECTS }) ? await prepareRuntime(unable) : undefined;
  if (process.platform === 'win32') {
    const why = 'Windows has no pseudo terminals';
    unable.push({ project: 'serial', why }, { project: 'contract', why });
    const onUnix = 'Mosquitto is started with what only Unix has';
    unable.push({ project: 'mqtt', why: onUnix }, { project: 'gateway', why: onUnix });
  }
  if (!isRoot()) unable.push({ project: 'package', why: 'a package of Mensura is installed and removed, as root' });
  const needed = prerequisites(runtime).filter(concerned);
  const absent = needed.filter(({ present }) => !present());
  if (absent.length > 0) await installPackages(absent.flatMap(({ packages }) => packages.split(' ')));
  const missing = absent.filter(({ present }) => !present());
  for (const entry of missing) {
    unable.push(...entry.projects.map((project) => ({ project, why: `missing here: ${entry.name}` })));
  }
  const inGuest = GUEST_PROJECTS.filter((project) => projects.includes(project));
  if (inGuest.some((project) => !unable.some((entry) => entry.project === project))) await prepareGuest(unable);
  const packages = missing.map((prerequisite) => prerequisite.packages).join(' ');
  return { unable, remedy: packages ? `sudo apt-get install ${packages}` : undefined };
}
