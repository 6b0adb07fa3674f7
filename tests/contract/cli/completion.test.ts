import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { freshFolder } from '../../support/process.ts';
import { serve } from '../../support/rig.ts';
import { mensura, shell } from './support/mensura.ts';

let env: Record<string, string>;
let cwd: string;

beforeAll(async () => {
  const { dataDir } = await serve([], { args: ['--simulate=2x1', '--simulate-seed', '3'] });
  env = { MENSURA_DATA_DIR: dataDir };
  cwd = freshFolder();
  writeFileSync(join(cwd, 'my file.pem'), '');
  await mensura(['mqtt', 'add', 'my $(client)', '--name', 'mine', '--disabled'], { env });
});

/** The candidates of bash for the last word. */
async function offered(words: readonly string[], variables = env): Promise<string[]> {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const line = `source <(mensura completion bash)
    complete -p mensura | grep -q _mensura || exit 1
    COMP_WORDS=(mensura ${quoted}) COMP_CWORD=${words.length}
    _mensura mensura "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { code, out, err } = await shell(line, { env: variables, cwd });
  expect([code, err]).toEqual([0, '']);
  return out.split('\n').filter((word) => word !== '');
}

test.each([
  [['exp'], ['export']],
  [
    ['mqtt', ''],
    ['ls', 'add', 'set', 'rm', 'test'],
  ],
  [
    ['run', ''],
    ['start', 'stop', 'list', 'show', 'report', 'delete'],
  ],
  [
    ['database', ''],
    ['ls', 'add', 'set', 'rm', 'test'],
  ],
  [
    ['get', 'SIM'],
    ['SIM00001', 'SIM00002', 'SIM00003'],
  ],
  [['get', 'SIM00002', ''], ['temperature']],
  [['watch', '--family', 'gateway', 'SIM00003', 'co'], ['co2']],
  [['export', 'SIM00001', 'SIM00002/t'], ['SIM00002/temperature']],
  [['run', 'start', 'x', '--channels', 'SIM00001/co2,SIM00002/t'], ['SIM00001/co2,SIM00002/temperature']],
  [['export', '--format', 'p'], ['parquet']],
  [['export', '--format', '=', 'p'], ['parquet']],
  [['export', '--forc'], ['--force']],
  [['mqtt', 'test', 'my'], ['my\\ \\$\\(client\\)']],
  [['mqtt', 'add', 'x', '--ca', 'my'], ['my file.pem']],
  [
    ['serve', '--simulate-p'],
    ['--simulate-period', '--simulate-publish'],
  ],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish', 'powershell'],
  ],
])('completes %j in bash', async (words, expected) => {
  // On a busy machine the service may exceed its time limit of 1 s.
  await expect.poll(() => offered(words), { timeout: 40_000 }).toEqual(expected);
});

test('offers commands and flags without a service, and prints no error', async () => {
  const nowhere = { MENSURA_DATA_DIR: freshFolder() };
  expect(await offered(['get', ''], nowhere)).toEqual([]);
  expect(await offered(['st'], nowhere)).toEqual(['status']);
  expect(await mensura(['__complete', 'get', ''], { env: nowhere })).toEqual({ code: 0, out: '', err: '' });
});
