import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { COMMAND_LINE_USAGE } from '../../service/cli/commands-list.ts';

const SOURCES = join(ROOT, 'build/package');

/** A script that prints its name and its arguments, one on each line. */
const ECHO = '#!/bin/sh\nprintf \'%s\\n\' "$(basename "$0")" "$@"\n';

let folder: string;

function script(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mensura front door-'));
  script(join(folder, 'app/resources/node'), ECHO);
  script(join(folder, 'app/mensura-desktop'), ECHO);
  copyFileSync(join(SOURCES, 'linux/mensura.sh'), join(folder, 'app/mensura'));
  script(join(folder, 'Mensura.app/Contents/Resources/node'), ECHO);
  mkdirSync(join(folder, 'Mensura.app/Contents/Resources/bin'));
  copyFileSync(join(SOURCES, 'mac/mensura.sh'), join(folder, 'Mensura.app/Contents/Resources/bin/mensura'));
  mkdirSync(join(folder, 'bin'));
  symlinkSync('../app/mensura', join(folder, 'bin/linux'));
  symlinkSync('../Mensura.app/Contents/Resources/bin/mensura', join(folder, 'bin/mac'));
  // Replaces the system commands of the scripts.
  script(join(folder, 'tools/id'), '#!/bin/sh\necho "$FAKE_UID"\n');
  script(join(folder, 'tools/unshare'), '#!/bin/sh\nexit "$FAKE_UNSHARE"\n');
  script(join(folder, 'tools/zenity'), '#!/bin/sh\nexit 0\n');
  script(join(folder, 'tools/open'), ECHO);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  status: number | null;
  /** The started program and its arguments. */
  started: string[];
  said: string;
}

function knock(door: 'linux' | 'mac', words: readonly string[], env: Record<string, string> = {}): Answer {
  const { status, stdout, stderr } = spawnSync(join(folder, 'bin', door), words, {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'tools')}:/usr/bin:/bin`, DISPLAY: ':7', FAKE_UID: '1000', FAKE_UNSHARE: '0', ...env },
  });
  return { status, started: stdout.split('\n').slice(0, -1), said: stderr };
}

const command = (answer: Answer): string[] => answer.started.map((word) => word.split('/dist/').at(-1) ?? '');

describe.each(['linux', 'mac'] as const)('the command on %s', (door) => {
  test.each(COMMAND_LINE_USAGE)('%s goes to the command line', (word) => {
    expect(command(knock(door, [word, '--json']))).toEqual(['node', 'cli/mensura.mjs', word, '--json']);
  });

  test('passes words on as they are', () => {
    expect(command(knock(door, ['export', 'a  b', '', '$HOME']))).toEqual([
      'node',
      'cli/mensura.mjs',
      'export',
      'a  b',
      '',
      '$HOME',
    ]);
  });

  test('runs without a window when it is told so', () => {
    const headless = ['node', 'service/main.mjs', '--port', '0', '--headless'];
    expect(command(knock(door, ['--port', '0', '--headless']))).toEqual(headless);
    expect(command(knock(door, ['--port', '0'], { MENSURA_HEADLESS: '1' }))).toEqual(headless.slice(0, -1));
  });
});

describe('the window on Linux', () => {
  test('opens with the given flags', () => {
    expect(knock('linux', [])).toMatchObject({ status: 0, started: ['mensura-desktop'] });
    expect(knock('linux', ['--simulate', '--port', '0']).started).toEqual([
      'mensura-desktop',
      '--simulate',
      '--port',
      '0',
    ]);
  });

  test.each([
    ['without a display', { DISPLAY: '' }, 'no display'],
    ['for root', { FAKE_UID: '0' }, 'ordinary user'],
  ])('does not open %s, and names the alternative', (_when, env, words) => {
    const answer = knock('linux', [], env);
    expect(answer).toMatchObject({ status: 1, started: [] });
    expect(answer.said).toContain(words);
    expect(answer.said).toContain('mensura serve');
  });

  test('opens on Wayland', () => {
    expect(knock('linux', [], { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' }).started).toEqual(['mensura-desktop']);
  });

  test('disables the sandbox only with --no-sandbox', () => {
    expect(knock('linux', ['--no-sandbox'], { FAKE_UID: '0' }).started).toEqual(['mensura-desktop', '--no-sandbox']);
  });
});

describe('an AppImage where the sandbox cannot work', () => {
  // The AppImage runtime then adds --no-sandbox first.
  const env = { APPDIR: '/tmp/.mount', FAKE_UNSHARE: '1' };

  test('shows an error instead of a window without the sandbox', () => {
    const answer = knock('linux', ['--no-sandbox'], env);
    expect(answer).toMatchObject({ status: 1, started: [] });
    expect(answer.said).toContain('deb or rpm');
  });

  test('runs commands', () => {
    expect(command(knock('linux', ['--no-sandbox', 'devices'], env))).toEqual(['node', 'cli/mensura.mjs', 'devices']);
  });
});

describe('the window on a Mac', () => {
  test('is opened by the system', () => {
    const { started } = knock('mac', ['--simulate']);
    expect(started.slice(0, 2)).toEqual(['open', '-a']);
    expect(started.slice(3)).toEqual(['--args', '--simulate']);
    expect(readdirSync(started[2] ?? '')).toContain('Contents');
  });
});

describe('scripts', () => {
  const scripts = ['linux', 'mac'].flatMap((system) =>
    readdirSync(join(SOURCES, system))
      .filter((name) => name.endsWith('.sh'))
      .map((name) => `${system}/${name}`),
  );

  test.each(scripts)('%s is understood by a POSIX shell', (name) => {
    expect(spawnSync('sh', ['-n', join(SOURCES, name)], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  test.each(['linux/after-install.sh', 'linux/after-remove.sh'])(
    '%s has no words that a packager would replace',
    (name) => {
      expect(readFileSync(join(SOURCES, name), 'utf8')).not.toMatch(/\$\{[a-zA-Z]+\}|<%/);
    },
  );

  test('of Windows know where things are', () => {
    const text = readFileSync(join(SOURCES, 'windows/mensura.cmd'), 'utf8');
    for (const path of ['cli\\mensura.mjs', 'service\\main.mjs', '..\\Mensura.exe']) expect(text).toContain(path);
    // The Windows shell misreads files without carriage returns.
    expect(readFileSync(join(ROOT, '.gitattributes'), 'utf8')).toMatch(/^\*\.cmd text eol=crlf$/m);
  });
});
