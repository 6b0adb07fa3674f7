import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { describe, expect, test, vi } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import { COMMAND_LINE_USAGE, COMMANDS } from '../../../service/cli/commands-list.ts';
import { CliError, EXIT } from '../../../service/cli/failure.ts';
import { FIELD_FLAGS } from '../../../service/cli/field-flags.ts';
import { printError } from '../../../service/cli/print-error.ts';
import { createProgram, SERVE_FLAGS } from '../../../service/cli/program.ts';
import { exitCode } from '../../../service/settings/exit-codes.ts';
import { type ErrorCode, MensuraError } from '../../../service/support/errors.ts';

test('the program has the listed commands', () => {
  expect(createProgram(FIELD_FLAGS).commands.map((command) => command.name())).toEqual(Object.keys(COMMANDS));
  for (const name of Object.keys(COMMANDS)) expect(COMMAND_LINE_USAGE).toContain(name);
});

test('the flags of serve are those of the service', () => {
  const flags = readFileSync(join(ROOT, 'service/settings/flags.ts'), 'utf8').matchAll(/flag: '(--[a-z-]+)'/g);
  const known = new Set(SERVE_FLAGS.map(([words]) => words.split(' ')[0]));
  expect(known).toEqual(new Set([...flags].map(([, flag]) => flag)));
});

test('mqtt add has these flags', () => {
  const mqtt = createProgram(FIELD_FLAGS).commands.find((command) => command.name() === 'mqtt');
  const flags = mqtt?.commands.find((command) => command.name() === 'add')?.options.map((option) => option.flags) ?? [];
  const known =
    '--json|--url <address>|--data-dir <folder>|--host <host>|--port <n>|--name <name>|--user <name>|--password-stdin|' +
    '--password-file <file>|--ssl|--ca <file>|--certificate <file>|--key <file>|--no-check-server-name|--qos <n>|' +
    '--layout <layout>|--discovery|--discovery-prefix <name>|--protocol-version <n>|--keep-alive <s>|--client-id <id>|' +
    '--no-store-and-forward|--disabled|--alpn <names>|--transport <transport>|--path <path>|--proxy <host:port>|' +
    '--proxy-user <name>|--proxy-password-file <file>|--pkcs12 <file>|--pkcs12-passphrase-file <file>|' +
    '--families <families>|--devices <which>|--device-list <devices>|--channels <which>|--channel-list <names>|' +
    '--uncorrected|--interval <s>|--interval-value <value>|--only-changes|--deadband <size>|--deadband-unit <unit>|' +
    '--longest-silence <s>|--decimals <n>';
  expect(flags.toSorted()).toEqual(known.split('|').toSorted());
});

test('no exit code means two things', () => {
  const ours = Object.values(EXIT);
  expect(new Set(ours).size).toBe(ours.length);
  const codes: ErrorCode[] = ['port-taken', 'data-folder-in-use', 'data-folder-unusable'];
  for (const code of codes) expect(ours).not.toContain(exitCode(new MensuraError(code, '')));
  expect(exitCode(new MensuraError('usage', ''))).toBe(EXIT.usage);
  expect(exitCode(new Error('x'))).toBe(EXIT.unexpected);
});

test('every exit code is documented', () => {
  const text = readFileSync(join(ROOT, 'docs/command-line.md'), 'utf8');
  for (const code of Object.values(EXIT)) expect(text).toMatch(new RegExp(`^\\| ${code} \\| `, 'm'));
});

describe('a failure is one line', () => {
  function reported(error: unknown, help?: string): [code: number, line: string] {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const code = printError(error, help);
    const line = written.mock.calls.map(([text]) => String(text)).join('');
    written.mockRestore();
    return [code, line];
  }

  async function usage(...words: string[]): Promise<[number, string]> {
    const silenced = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
    const failure = await createProgram(FIELD_FLAGS)
      .parseAsync(words, { from: 'user' })
      .catch((error: unknown) => error);
    for (const spy of silenced) spy.mockRestore();
    expect(failure).toBeInstanceOf(CommanderError);
    return reported(failure);
  }

  test.each([
    [['gett'], 'mensura: unknown command \'gett\' (Did you mean get?); see "mensura --help"\n'],
    [['get'], 'mensura: missing required argument \'serial\'; see "mensura --help"\n'],
    [['get', 'a', 'b', 'c'], expect.stringContaining('too many arguments')],
    [['devices', '--jsn'], expect.stringContaining("unknown option '--jsn' (Did you mean --json?)")],
    [
      ['watch', '--count', '0'],
      expect.stringMatching(/^mensura: --count: must be a whole number from 1 to \d+, got "0"; see/),
    ],
    [
      ['watch', '--duration', '25d'],
      expect.stringMatching(/^mensura: --duration: must be .*, at most 24d, got "25d"; see/),
    ],
    [['mqtt', 'add', 'x', '--qos', '3'], expect.stringContaining('mensura: --qos: must be one of 0, 1, 2, got "3";')],
    [
      ['completion', 'tcsh'],
      expect.stringContaining('mensura: shell: must be one of bash, zsh, fish, powershell, got "tcsh";'),
    ],
  ])('%j', async (words, line) => {
    expect(await usage(...words)).toEqual([2, line]);
  });

  test('and what was asked for is none', async () => {
    expect(await usage('--version')).toEqual([0, '']);
    expect(await usage('get', '--help')).toEqual([0, '']);
    expect(await usage('mqtt')).toEqual([2, '']);
  });

  test('with the text of others escaped', () => {
    expect(reported(new CliError(EXIT.refused, 'a\u001Bb'))).toEqual([8, 'mensura: a\\x1bb\n']);
    expect(reported(new Error('why'))).toEqual([1, 'mensura: why\n']);
    expect(reported(new CommanderError(1, 'x', 'error: y'), 'mensura get --help')[1]).toContain(
      'see "mensura get --help"',
    );
  });
});
