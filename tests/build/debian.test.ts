import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { isRoot } from '../../build/unprivileged.ts';
import { hear } from '../support/hear.ts';
import { findProgram } from '../support/programs.ts';

const PROGRAM = `
  import { installPackages } from '${join(ROOT, 'build/debian.ts')}';
  await installPackages(['socat']);
  console.log('done');
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mensura-apt-'));
  writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\necho "$@" >> '${folder}/calls'\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The calls of apt-get. */
function calls(): string {
  try {
    return readFileSync(join(folder, 'calls'), 'utf8');
  } catch {
    return '';
  }
}

function start(prefix: readonly string[], suffix: readonly string[], env: Record<string, string> = {}) {
  const { CI: _, ...own } = process.env;
  const command = `${process.execPath} --no-warnings ${join(folder, 'program.mjs')}`;
  const [program = '', ...words] = [...prefix, command, ...suffix];
  const child = spawn(program, words, { env: { ...own, PATH: `${folder}${delimiter}${own['PATH']}`, ...env } });
  return hear(child);
}

/** On a pseudo terminal. */
const onTerminal = (env?: Record<string, string>) => start(['script', '-qec'], ['/dev/null'], env);

const withoutTerminal = () => start(['sh', '-c'], []);

describe.skipIf(process.platform !== 'linux' || !isRoot() || !findProgram('script'))('Debian packages', () => {
  test.each([
    ['y', true],
    ['', true],
    ['n', false],
    ['later', false],
  ])('are installed on a terminal as the answer "%s" says', async (answer, installs) => {
    const { child, out, exit } = onTerminal();
    await expect.poll(out).toContain('socat\r\nInstall them now? [Y/n]');
    expect(calls()).toBe('');
    child.stdin.write(`${answer}\n`);
    expect(await exit).toBe(0);
    expect(out()).toContain('done');
    expect(calls().includes('install --no-install-recommends socat')).toBe(installs);
  });

  test('are not installed when the question is left without an answer', async () => {
    const { child, out, exit } = onTerminal();
    await expect.poll(out).toContain('[Y/n]');
    child.stdin.write('\u0004');
    expect(await exit).toBe(0);
    expect(calls()).toBe('');
  });

  test('are installed at once on a terminal with CI=true', async () => {
    const { out, exit } = onTerminal({ CI: 'true' });
    expect(await exit).toBe(0);
    expect(out()).not.toContain('[Y/n]');
    expect(calls()).toContain('socat');
  });

  test('are installed at once without a terminal', async () => {
    const { out, exit } = withoutTerminal();
    expect(await exit).toBe(0);
    expect(out()).not.toContain('[Y/n]');
    expect(calls()).toContain('socat');
  });
});
