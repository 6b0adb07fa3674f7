/** Runs every command of README.md, CONTRIBUTING.md and docs/ unchanged, on a Mensura without settings for each page. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import type { Heard } from '../../support/hear.ts';
import { until } from '../../support/until.ts';
import { commandsOf, type DocumentedCommand } from './commands.ts';
import { openWorld, type World } from './world.ts';

/** How long a command may take, in milliseconds: a bound, not an expectation. */
const PATIENCE_MS = 60_000;

/** What cannot be run in the midst of the tests, and which file shows that it works. */
const ELSEWHERE: readonly [command: RegExp, shown: string][] = [
  [/^npm test/, 'build/test/main.ts'],
  [/^npm run test:usb$/, 'tests/usb'],
  [/^npm run (?:bench|soak)/, 'tests/bench'],
  [/^npm run package/, 'tests/package'],
  // It asks the registry, whose answer is not Mensura's to pass or fail by.
  [/^npm run supply$/, 'tests/package/supply.test.ts'],
  [/^npm run (?:format|lint|check)$/, 'build/test/checks.ts'],
  // They wait for a debugger, or change the built page under the other tests.
  [/^npx vitest /, 'vitest.config.ts'],
  [/^npx vite build /, 'renderer/vite.config.ts'],
  // An instrument in USB mode is needed for it.
  [/"protocol":\s?"vcp"/, 'tests/usb'],
  // It installs Node-RED for the whole computer, and starts it on its usual port.
  [/^(?:npm install -g )?node-red\b/, 'tests/node-red'],
  // Another machine is needed for it.
  [/^ssh /, 'tests/contract/network.test.ts'],
  // They change the computer: what they do is done by the package, and shown there.
  [/^(?:sudo|systemctl|journalctl|loginctl|apt|apt-get|dpkg) /, 'tests/package'],
];

/** What goes on until it is ended, and what it says when it works. */
const GOES_ON: readonly [command: RegExp, sign: RegExp][] = [
  [/^(?:npm (?:start|run service)\b|npx node --inspect )/, /is ready: http:\/\/127\.0\.0\.1:\d+/],
  [/^npm run emulate(?::gateway)?\b/, /^Emulating /m],
  [/^npm run emulate:fleet\b/, /\d/],
  [/^curl -N /, /^event: /m],
  [/^mosquitto_sub (?!.* -W )/, /./],
  [/^(?:npm run -s mensura -- |mensura )watch\b(?!.*--(?:count|duration))/, /\S/],
  [/^mensura log\b.*--follow/, /\S/],
  [/^mensura serve\b/, /is ready: http:\/\/127\.0\.0\.1:\d+/],
];

const find = <Value>(table: readonly [RegExp, Value][], text: string): Value | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

const heard = ({ out, err }: Heard): string => `${out()}${err()}`;

async function runToItsEnd(world: World, { text }: DocumentedCommand): Promise<void> {
  const command = world.run(text);
  let ended: { code: number | null } | undefined;
  void command.exit.then((code) => (ended = { code }));
  const { code } = await until(`the end of ${text}`, () => ended, PATIENCE_MS);
  // `-W` of mosquitto_sub ends with 27 when its time is over.
  if (code !== (/ -W \d/.test(text) ? 27 : 0)) throw new Error(`${text}\nended with ${code}:\n${heard(command)}`);
}

async function runUntilItSays(world: World, { text }: DocumentedCommand, sign: RegExp): Promise<void> {
  const command = world.run(text);
  try {
    await until(`${text} to say ${sign}`, () => sign.test(heard(command)), PATIENCE_MS).catch((cause: unknown) => {
      throw new Error(`${text}\nsaid:\n${heard(command)}`, { cause });
    });
  } finally {
    if (command.child.pid !== undefined) process.kill(-command.child.pid, 'SIGTERM');
    await command.exit;
  }
}

let world: Promise<World> | undefined;

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT }).toSorted()];

describe.each(pages.map((page) => [page, commandsOf(page)] as const).filter(([, commands]) => commands.length > 0))(
  '%s',
  (_page, commands) => {
    beforeAll(async () => {
      await (await world)?.reset();
    });

    test.each(commands.map((command) => [`line ${command.line}: ${command.text}`, command] as const))(
      '%s',
      async (_name, command) => {
        const shown = find(ELSEWHERE, command.text);
        if (shown !== undefined) {
          expect(existsSync(join(ROOT, shown)), `${shown} shows it`).toBe(true);
          return;
        }
        const sign = find(GOES_ON, command.text);
        const here = await (world ??= openWorld());
        if (sign) await runUntilItSays(here, command, sign);
        else await runToItsEnd(here, command);
      },
      2 * PATIENCE_MS,
    );
  },
);

test('the commands are found: a pattern that matches nothing would make all this green', () => {
  const commands = pages.flatMap(commandsOf);
  expect(commands.length).toBeGreaterThan(60);
  for (const program of ['npm', 'curl', 'mensura', 'mosquitto_sub']) {
    expect(commands.filter(({ text }) => text.startsWith(program))).not.toEqual([]);
  }
});
