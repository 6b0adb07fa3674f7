import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import { EXAMPLES } from '../../../service/cli/examples.ts';
import { startAcceptingDatabase } from '../../support/accepting-database.ts';
import { writeImportFiles } from '../../support/import-files.ts';
import type { MosquittoBroker } from '../../support/mqtt/broker.ts';
import { startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { freshFolder } from '../../support/process.ts';
import { measured, plug, serve } from '../../support/rig.ts';
import { until } from '../../support/until.ts';
import { beginShell, mensura, shell } from './support/mensura.ts';

const DOCUMENT = readFileSync(join(ROOT, 'docs/command-line.md'), 'utf8');
const DOCUMENTED = [...DOCUMENT.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line);
const HELPED = Object.values(EXAMPLES).flat();

/** Exit codes of examples that show an error, or name what is not there. */
const FAILING: Readonly<Record<string, number>> = {
  'mensura get E99999 temperature': 7,
  'mensura import undo 3fa91c02 --yes': 7,
  'mensura alarms snooze a01b2c3d4 --for 2h --reason "Defrosting." --by "A. Miller"': 7,
  'mensura alarms unsnooze a01b2c3d4': 7,
};

let env: Record<string, string>;
let broker: MosquittoBroker;
let database: string;

beforeAll(async () => {
  broker = await startMosquitto();
  database = await startAcceptingDatabase();
  const service = await serve([await plug()]);
  env = { MENSURA_DATA_DIR: service.dataDir, SECRET: 'secret' };
  await measured(service);
});

/** The same line with the addresses of the test's broker and database. */
const placed = (line: string): string =>
  line.replace('--port 1883', `--port ${broker.port}`).replace('http://localhost:8086', database);

describe.each([
  ['the help', HELPED.filter((line) => !line.startsWith('mensura serve'))],
  ['the document', DOCUMENTED.filter((line) => !line.startsWith('mensura serve'))],
])('as in %s', (_where, lines) => {
  let cwd: string;

  beforeAll(() => {
    cwd = freshFolder();
    writeFileSync(join(cwd, 'secret.txt'), 'secret\n');
    writeImportFiles(cwd);
  });

  test.each(lines)('%s', async (line) => {
    const { code, err } = await shell(placed(line), { env, cwd });
    expect({ line, code, err }).toMatchObject({ code: FAILING[line] ?? 0 });
  });
});

test.each([...HELPED, ...DOCUMENTED].filter((line) => line.startsWith('mensura serve')))('%s', async (line) => {
  const folder = freshFolder();
  const here = line.replace(/--port \d+/, '--port 0').replace('/tmp/try-mensura', folder);
  const serving = beginShell(`exec ${here}`, { env: { MENSURA_PORT: '0', MENSURA_DATA_DIR: folder } });
  await until('the ready line', () => /^Mensura \S+ is ready: http:\/\/127\.0\.0\.1:\d+\n$/.test(serving.out()));
  expect(await mensura(['status', '--data-dir', folder])).toMatchObject({ code: 0 });
  serving.child.kill('SIGTERM');
  expect(await serving.exit).toBe(0);
});

test('the document quotes the output of its failing example', async () => {
  const { err } = await shell('mensura get E99999 temperature', { env });
  expect(DOCUMENT).toContain(`$ mensura get E99999 temperature\n${err}`);
});

test.each(Object.keys(EXAMPLES).filter((name) => name !== 'mensura'))('the help of %s', async (name) => {
  const { code, out, err } = await mensura([name, '--help']);
  expect([code, err]).toEqual([0, '']);
  for (const line of EXAMPLES[name as keyof typeof EXAMPLES]) expect(out).toContain(`  ${line}\n`);
  expect(DOCUMENT).toContain(`mensura ${name}`);
});
