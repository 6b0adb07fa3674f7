#!/usr/bin/env node
import { COMMANDS, COMPLETE_COMMAND } from './commands-list.ts';
import { exitOnBrokenPipe } from './output.ts';
import { printError } from './print-error.ts';

/** The service parses its own flags and ends this process. */
async function serve(): Promise<void> {
  process.argv.splice(2, 1);
  await import(new URL('../service/main.mjs', import.meta.url).href);
}

async function runCommand(words: readonly string[]): Promise<void> {
  exitOnBrokenPipe((error) => process.exit(printError(error)));
  try {
    const { createProgram, fieldFlagsFor } = await import('./program.ts');
    await createProgram(await fieldFlagsFor(words)).parseAsync([...words], { from: 'user' });
  } catch (error) {
    const [name = ''] = words;
    process.exitCode = printError(error, Object.hasOwn(COMMANDS, name) ? `mensura ${name} --help` : undefined);
  }
}

const [first, ...others] = process.argv.slice(2);
if (first === 'serve' && !others.some((word) => word === '--help' || word === '-h')) {
  await serve();
} else if (first === COMPLETE_COMMAND) {
  const { complete } = await import('./completion/index.ts');
  await complete(others);
} else {
  await runCommand(process.argv.slice(2));
}
