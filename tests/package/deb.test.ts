import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPackageInstalled } from '../../build/debian.ts';
import { ROOT } from '../../build/paths.ts';
import { createOwnedFolder, runAsNobody } from '../../build/unprivileged.ts';
import { COMMANDS } from '../../service/cli/commands-list.ts';
import { APP_VERSION_TEXT } from '../../service/contract/index.ts';
import { type Display, startDisplay } from '../support/desktop/display.ts';
import { type Made, makePackage } from './support/made.ts';

const run = promisify(execFile);

/** Limit for the start of Mensura, in milliseconds. */
const PATIENCE_MS = 40_000;

/** Folders where the package may leave files, without the caches of other packages. */
const PLACES = ['/opt', '/etc', '/usr/bin', '/usr/lib/udev', '/usr/lib/systemd', '/usr/share'];
const CACHES = /\/(mimeinfo\.cache|icon-theme\.cache|ld\.so\.cache)$|^\/etc\/(\.pwd\.lock|apparmor\.d\/cache)/;

const APPARMOR_PROFILE = '/etc/apparmor.d/mensura';

async function filesNow(): Promise<string[]> {
  const lists = await Promise.all(
    PLACES.map(async (place) => {
      const entries = await readdir(place, { recursive: true }).catch(() => []);
      return entries.map((entry) => join(place, entry)).filter((path) => !CACHES.test(path));
    }),
  );
  return lists.flat().toSorted();
}

/** The installed version; empty if none. */
async function installedVersion(): Promise<string> {
  if (!isPackageInstalled('mensura')) return '';
  const { stdout } = await run('dpkg-query', ['--show', '--showformat=${Version}', 'mensura']);
  return stdout;
}

/** Removes the package of a killed run of this test, but no other. */
async function removeLeftover(): Promise<void> {
  const version = await installedVersion();
  if (version !== '' && !version.endsWith('~test')) {
    throw new Error(`Mensura ${version} is installed here, and this test would remove it. Run it on another computer.`);
  }
  if (version !== '') await run('dpkg', ['--purge', 'mensura']);
}

let made: Made;
let before: string[];
let folder: string;
let nobody: string[];
let env: Record<string, string>;

/** Runs the installed command until it exits, as an ordinary user without a display. */
function mensura(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('env', [...nobody, 'mensura', ...words], { encoding: 'utf8', env, timeout: PATIENCE_MS });
}

interface Running {
  process: ChildProcess;
  url: string;
  /** Stops it. @returns its exit code */
  end(): Promise<number | null>;
}

/** Starts the installed Mensura and waits until it is ready. */
async function start(command: readonly string[], surroundings: Record<string, string>): Promise<Running> {
  // "env" is replaced by the command, so signals reach it.
  const child = spawn('env', command, { env: surroundings, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (): void => reject(new Error(`It is not ready. It printed:\n${text}`));
    const deadline = setTimeout(fail, PATIENCE_MS);
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = /is ready: (http:\/\/\S+)/.exec(text)?.[1];
      if (!found) return;
      clearTimeout(deadline);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => {
      clearTimeout(deadline);
      fail();
    });
  });
  return {
    process: child,
    url,
    end: async () => {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}

beforeAll(async () => {
  await removeLeftover();
  folder = await mkdtemp(join(tmpdir(), 'mensura-installed-'));
  await chmod(folder, 0o755);
  const home = await createOwnedFolder(join(folder, 'home'));
  nobody = await runAsNobody();
  env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: home, LANG: 'C.UTF-8', TZ: 'UTC' };
  made = await makePackage({ deb: true });
  before = await filesNow();
  await run('dpkg', ['--install', made.deb], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
});
afterAll(async () => {
  await removeLeftover();
  await made?.remove();
  await rm(folder, { recursive: true, force: true });
});

describe('the Debian package, installed', () => {
  test('is marked as a test build', async () => {
    expect(await installedVersion()).toBe(`${APP_VERSION_TEXT}~test`);
    expect(made.deb).toContain('TEST-RUNTIME');
  });

  test('is readable and executable for all users, and writable only for root', async () => {
    const wrong = '! -perm -o=r -o ! -user root -o -type f -perm /022'.split(' ');
    const { stdout } = await run('find', ['/opt/Mensura', '(', ...wrong, ')']);
    expect(stdout).toBe('');
    // Setuid root only if the kernel disables user namespaces.
    expect((await stat('/opt/Mensura/chrome-sandbox')).mode & 0o777).toBe(0o755);
  });
});

describe('the command line, without a display', () => {
  test('prints its version and its commands', () => {
    expect(mensura('--version')).toMatchObject({ status: 0, stdout: expect.stringContaining(APP_VERSION_TEXT) });
    const { status, stdout } = mensura('--help');
    expect(status).toBe(0);
    for (const name of Object.keys(COMMANDS)) expect(stdout).toContain(name);
  });

  test('reports the missing display and names the alternative', () => {
    const { status, stderr } = mensura();
    expect(status).toBe(1);
    expect(stderr).toContain('mensura serve');
  });

  test('rejects an unknown command', () => {
    expect(mensura('measure').status).not.toBe(0);
  });

  const users: [string, () => string[]][] = [
    ['an ordinary user', () => nobody],
    ['root', () => []],
  ];
  test.each(users)('runs the service as %s and lists devices', async (_name, prefix) => {
    const data = join(env['HOME'] ?? '', `data-${prefix().length}`);
    const flags = ['--data-dir', data, '--port', '0', '--simulate=2x0'];
    const surroundings = { ...env, HOME: prefix().length > 0 ? (env['HOME'] ?? '') : folder };
    const service = await start([...prefix(), 'mensura', 'serve', ...flags], surroundings);
    try {
      expect(await (await fetch(`${service.url}/device-service-info`)).json()).toMatchObject({ status: 'ok' });
      expect((await fetch(service.url)).headers.get('content-type')).toContain('text/html');
      const words = ['mensura', 'devices', '--json', '--data-dir', data];
      const devices = execFileSync('env', [...prefix(), ...words], { encoding: 'utf8', env: surroundings });
      expect(devices).toContain('SIM00001');
    } finally {
      expect(await service.end()).toBe(0);
    }
  });

  test('serves when it is told --headless', async () => {
    const flags = ['--headless', '--port', '0', '--data-dir', join(env['HOME'] ?? '', 'headless')];
    const service = await start([...nobody, 'mensura', ...flags], env);
    expect((await fetch(`${service.url}/device-service-info`)).ok).toBe(true);
    expect(await service.end()).toBe(0);
  });
});

describe('the window', () => {
  let display: Display;
  beforeAll(async () => {
    display = await startDisplay();
  });
  afterAll(() => display?.stop());

  test('opens for an ordinary user through the same door', async () => {
    const flags = ['--port', '0', '--data-dir', join(env['HOME'] ?? '', 'window'), '--simulate=1x0'];
    const app = await start([...nobody, 'mensura', ...flags], { ...env, DISPLAY: display.name });
    const command = await readFile(`/proc/${app.process.pid}/cmdline`, 'utf8');
    expect(command).toContain('/opt/Mensura/mensura-desktop');
    expect(command).not.toContain('--no-sandbox');
    expect(await app.end()).toBe(0);
  });

  test('does not open for root, who is told so in a box', async () => {
    const tools = await mkdtemp(join(folder, 'tools-'));
    const said = join(tools, 'said');
    await writeFile(join(tools, 'zenity'), `#!/bin/sh\necho "$@" > '${said}'\n`, { mode: 0o755 });
    const surroundings = { ...env, PATH: `${tools}:${env['PATH']}`, DISPLAY: display.name };
    const { status, stderr } = spawnSync('mensura', [], { encoding: 'utf8', env: surroundings, timeout: PATIENCE_MS });
    expect(status).toBe(1);
    expect(stderr).toContain('ordinary user');
    expect(await readFile(said, 'utf8')).toContain('ordinary user');
  });
});

describe('the installed system files', () => {
  test('include the udev rule', async () => {
    const installed = await readFile('/usr/lib/udev/rules.d/70-mensura.rules', 'utf8');
    expect(installed).toBe(await readFile(join(ROOT, 'build/udev/70-mensura.rules'), 'utf8'));
  });

  test('include a valid systemd user unit', async () => {
    const unit = '/usr/lib/systemd/user/mensura.service';
    const { stderr } = await run('systemd-analyze', ['verify', '--user', '--man=no', unit], {
      env: { ...env, XDG_RUNTIME_DIR: folder },
    });
    expect(stderr).not.toContain('mensura');
  });

  test('include a valid desktop entry and metadata', async () => {
    await run('desktop-file-validate', ['/usr/share/applications/mensura.desktop']);
    const entry = await readFile('/usr/share/applications/mensura.desktop', 'utf8');
    expect(entry).toMatch(/^Exec=\/opt\/Mensura\/mensura( %U)?$/m);
    expect(entry).toMatch(/^Categories=Science;Engineering;$/m);
    expect(entry).toMatch(/^StartupWMClass=mensura$/m);
    await run('appstreamcli', ['validate', '--no-net', '/usr/share/metainfo/app.mensura.Mensura.metainfo.xml']);
  });

  test('include a valid AppArmor profile', async () => {
    const profile = await readFile('/opt/Mensura/resources/apparmor-profile', 'utf8');
    const { stdout } = await run('apparmor_parser', ['--version']);
    const isNew = Number(/version (\d+)/.exec(stdout)?.[1]) >= 4;
    // "userns" requires version 4.
    const text = isNew ? profile : profile.replace('abi/4.0', 'abi/3.0').replace(/^ *userns,$/m, '');
    const path = join(folder, 'profile');
    await writeFile(path, text);
    await run('apparmor_parser', ['--skip-kernel-load', '--skip-cache', path]);
    const installed = await readFile(APPARMOR_PROFILE, 'utf8').catch(() => undefined);
    expect(installed).toBe(isNew ? profile : undefined);
  });

  test('include completions, the man page and the licenses', async () => {
    const bash = '/usr/share/bash-completion/completions/mensura';
    await run('bash', ['-n', bash]);
    expect(await readFile(bash, 'utf8')).toContain('complete');
    const manual = gunzipSync(await readFile('/usr/share/man/man1/mensura.1.gz')).toString();
    for (const [name, what] of Object.entries(COMMANDS)) {
      expect(manual).toContain(`.B ${name}\n`);
      expect(manual).toContain(what);
    }
    expect(manual).not.toContain('@');
    const licences = await readFile('/opt/Mensura/resources/THIRD-PARTY-LICENSES.txt', 'utf8');
    for (const name of ['express', 'react', 'zod', 'usb', '@fontsource-variable/inter']) {
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
    for (const file of ['LICENSE.node.txt', 'LICENSE.mensura.txt', '../LICENSE.electron.txt']) {
      expect((await stat(join('/opt/Mensura/resources', file))).size).toBeGreaterThan(500);
    }
  });
});

describe('the end of the package', () => {
  test('keeps the profile through an update, and takes it away with everything else', async () => {
    const script = await readFile('/var/lib/dpkg/info/mensura.postrm', 'utf8');
    const postrm = join(folder, 'postrm');
    await writeFile(postrm, script);
    await mkdir('/etc/apparmor.d', { recursive: true });
    await writeFile(APPARMOR_PROFILE, '# as a newer system has it\n');
    await run('sh', [postrm, 'upgrade', '3.8.0']);
    expect(await readFile(APPARMOR_PROFILE, 'utf8')).toContain('newer system');
    await run('dpkg', ['--purge', 'mensura']);
    expect(isPackageInstalled('mensura')).toBe(false);
    expect(await filesNow()).toEqual(before);
  });
});
