import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Filling, fillHistory } from '../../support/filled-history.ts';
import type { Heard } from '../../support/hear.ts';
import { freshFolder } from '../../support/process.ts';
import { serve } from '../../support/rig.ts';
import { until } from '../../support/until.ts';
import { beginShell, mensura } from './support/mensura.ts';

const FILLING: Filling = {
  channels: 4,
  perChannel: 200_000,
  from: Math.floor(Date.now() / 1000) * 1000 - 86_400_000 * 7,
  stepMs: 1000,
};

/** Limit of the export, in milliseconds. */
const EXPORT_MS = 120_000;

const BOLD = '\u001B[1m';
const CLEAR_LINE = '\r\u001B[K';

let env: Record<string, string>;
let cwd: string;

beforeAll(async () => {
  const dataDir = freshFolder();
  await fillHistory(dataDir, FILLING);
  await serve([], { dataDir, args: ['--simulate=1x0'] });
  env = { MENSURA_DATA_DIR: dataDir, TERM: 'xterm' };
  cwd = freshFolder();
});

/** Starts a shell line with its streams on a new terminal; it prints its exit code at the end. */
function onTerminal(line: string, further: Record<string, string> = {}): Heard {
  writeFileSync(join(cwd, 'line.sh'), `${line}\necho "[$?]"\n`);
  const terminal = "socat -t 1 - 'EXEC:bash --norc line.sh,pty,setsid,ctty,stderr,echo=0'";
  return beginShell(terminal, { env: { ...env, ...further }, cwd, keepInput: true });
}

async function saidOnTerminal(
  line: string,
  further: Record<string, string> = {},
  patienceMs = 60_000,
): Promise<string> {
  const heard = onTerminal(line, further);
  await until('its end', () => /\[\d+\]/.test(heard.out()), patienceMs);
  heard.child.stdin.end();
  return heard.out().replaceAll('\r\n', '\n');
}

test('prints bold headings, unless NO_COLOR is set', async () => {
  expect(await saidOnTerminal('mensura devices')).toMatch(`${BOLD}FAMILY`);
  const plain = await saidOnTerminal('mensura devices', { NO_COLOR: '1' });
  expect(plain).toMatch(/^FAMILY/);
  expect(plain).not.toContain(BOLD);
});

test('mqtt rm asks for confirmation', async () => {
  await mensura(['mqtt', 'add', 'lab', '--disabled'], { env });
  for (const [answer, expected] of [
    ['n', 'mensura: canceled; clients not deleted\r\n[130]'],
    ['yes', 'Deleted lab.\r\n[0]'],
  ] as const) {
    const heard = onTerminal('mensura mqtt rm lab');
    await until('the question', () => heard.out().includes('Delete lab, including'));
    heard.child.stdin.write(`${answer}\n`);
    await until(`the answer to ${answer}`, () => heard.out().includes(expected));
    heard.child.stdin.end();
  }
});

test('run delete asks for confirmation', async () => {
  await mensura(['run', 'start', 'Batch 12', '--channels', 'E24638', '--from', '-1h'], { env });
  for (const [answer, expected] of [
    ['n', 'mensura: canceled; runs not deleted\r\n[130]'],
    ['y', 'Deleted "Batch 12".\r\n[0]'],
  ] as const) {
    const heard = onTerminal('mensura run delete "Batch 12"');
    await until('the question', () => heard.out().includes('Delete "Batch 12"? Active runs are stopped'));
    heard.child.stdin.write(`${answer}\n`);
    await until(`the answer to ${answer}`, () => heard.out().includes(expected));
    heard.child.stdin.end();
  }
});

test('restore asks for each web origin, then for the whole backup', async () => {
  const backup = JSON.parse((await mensura(['backup'], { env })).out) as { settings: Record<string, unknown> };
  backup.settings['allowed_origins'] = ['https://evil.example', 'https://tools.example'];
  writeFileSync(join(cwd, 'mine.json'), JSON.stringify(backup));
  for (const [last, expected] of [
    ['n', 'mensura: canceled; settings not changed\r\n[130]'],
    ['y', 'not restored: https://evil.example.\r\n[0]'],
  ] as const) {
    const heard = onTerminal('mensura restore mine.json --part settings');
    for (const [question, answer] of [
      ['Allow web pages from https://evil.example to read and change', 'n'],
      ['Allow web pages from https://tools.example to read and change', 'y'],
      ['Overwrite the current settings and apply all of the above', last],
    ] as const) {
      await until(question, () => heard.out().includes(question));
      heard.child.stdin.write(`${answer}\n`);
    }
    await until(`the answer to ${last}`, () => heard.out().includes(expected));
    heard.child.stdin.end();
  }
  const { settings } = JSON.parse((await mensura(['backup'], { env })).out) as typeof backup;
  expect(settings['allowed_origins']).toEqual(['https://tools.example']);
});

test('export shows its progress and clears the line', { timeout: 2 * EXPORT_MS }, async () => {
  const from = new Date(FILLING.from).toISOString();
  // Stopped for longer than the update interval, so that progress appears on every computer.
  const said = await saidOnTerminal(
    `mensura export E24638 --from ${from} --layout readings --output big.csv & export=$!
    until [ -e big.csv.part ]; do sleep 0.02; done
    kill -STOP $export; sleep 0.6; kill -CONT $export; wait $export`,
    {},
    EXPORT_MS,
  );
  const [before, ...lines] = said.split(CLEAR_LINE);
  const last = lines.pop();
  expect(before).toBe('');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/^\d+ %, \d+ readings, \d+\.\d MiB$/);
  expect(last).toMatch(/^Exported 800000 readings to big\.csv \(800000 rows, \d+ bytes\)\.\n\[0\]\n$/);
  expect(existsSync(join(cwd, 'big.csv'))).toBe(true);
});

test('export refuses to write a binary file to a terminal', async () => {
  expect(await saidOnTerminal('mensura export E24638 --format parquet')).toBe(
    'mensura: cannot write a binary file to a terminal; use --output <file>\n[2]\n',
  );
});
