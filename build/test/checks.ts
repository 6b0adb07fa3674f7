import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import type { Outcome } from './outcome.ts';

/** The script of a package's command, which runs on every system without a shell. */
export async function binary(name: string, command = name): Promise<string> {
  const folder = join(ROOT, 'node_modules', name);
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  return join(folder, typeof bin === 'string' ? bin : (bin[command] ?? ''));
}

async function commands(): Promise<readonly (readonly [name: string, ...command: string[]])[]> {
  const tsc = await binary('typescript', 'tsc');
  return [
    ['format', await binary('@biomejs/biome', 'biome'), 'ci', '--error-on-warnings', '.'],
    ['lint', await binary('oxlint'), '--deny-warnings'],
    ['types', tsc, '-p', ROOT],
    ['types: renderer', tsc, '-p', join(ROOT, 'renderer')],
    ['unused code', await binary('knip')],
  ];
}

interface Ended {
  success: boolean;
  output: string;
}

function run(command: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.once('error', (error) => resolve({ success: false, output: error.message }));
    child.once('close', (code) => resolve({ success: code === 0, output }));
  });
}

/** Checks format, lint, types and unused code at the same time. Prints the output of each in one piece. */
export async function checkSources(outcome: Outcome): Promise<void> {
  const all = (await commands()).map(async ([name, ...command]) => {
    const { success, output } = await run(command);
    console.log(`\n== ${name}\n${output.trimEnd()}`);
    if (success) outcome.passed += 1;
    else outcome.fail(name);
  });
  await Promise.all(all);
}
