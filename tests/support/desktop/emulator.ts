/** An emulated instrument on a pseudo terminal that the user of an installation may open. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';

/** How long it may take to be there, in milliseconds: a bound, not an expectation. */
const START_TIMEOUT_MS = 30_000;

export interface EmulatedInstrument {
  path: string;
  stop(): Promise<void>;
}

/** Plays a VCP-PTH450-CAL with the given constant readings (pressure in Pa, temperature, humidity), else slow waves. */
export async function emulate(
  path: string,
  serial: string,
  values: readonly string[] = [],
): Promise<EmulatedInstrument> {
  const script = join(ROOT, 'tests/emulator/emulate.ts');
  const args = ['--product', 'VCP-PTH450-CAL', '--serial', serial, '--pty', path];
  if (values.length > 0) args.push('--values', values.join(','));
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error('The emulated instrument did not begin.')), START_TIMEOUT_MS);
    child.stdout.once('data', () => {
      clearTimeout(deadline);
      resolve();
    });
    child.once('exit', (code) => reject(new Error(`The emulated instrument ended with code ${code}.`)));
  });
  return {
    path,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}
