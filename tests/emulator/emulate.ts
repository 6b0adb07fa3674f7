/** The command line of the emulated instrument: `npm run emulate -- --product VCP-PTH450-CAL --pty PATH`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { complain, obeyUntilEnded, wholeNumber } from './command-line.ts';
import { CONSOLE_HELP, runConsoleLine } from './console.ts';
import { Emulator, type EmulatorOptions } from './emulator.ts';
import { PRODUCTS, parseColumns } from './products.ts';

const HELP = `Emulates a device on a pseudo terminal.

  --pty PATH        path of the port (required)
  --product NAME    default VCP-PTH450-CAL; known: ${Object.keys(PRODUCTS).join(', ')}
  --serial TEXT     serial number; default E24638
  --columns LIST    Title:unit[:base[:swing]],... for any other product
  --values LIST     fixed numbers, sent as given: 102466,24.87,66.81; default slow waves
  --seed N          repeatable waves and garbage; default 1
  --reset-ms MS     time without the port after a RESET; default 1500
  --fault "WORDS"   a line of the list below, applied at the start; repeatable

Lines to type while it runs:
${CONSOLE_HELP}
`;

/** @throws Error when a flag is wrong */
function readFlags(): { options: EmulatorOptions; faults: string[] } | null {
  const { values: flags } = parseArgs({
    options: {
      pty: { type: 'string' },
      product: { type: 'string', default: 'VCP-PTH450-CAL' },
      serial: { type: 'string', default: 'E24638' },
      columns: { type: 'string' },
      values: { type: 'string' },
      seed: { type: 'string', default: '1' },
      'reset-ms': { type: 'string', default: '1500' },
      fault: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (flags.help) return null;
  if (!flags.pty) throw new Error('--pty: required, the path of the port');
  const options: EmulatorOptions = {
    path: resolve(flags.pty),
    product: flags.product,
    serial: flags.serial,
    seed: wholeNumber('--seed', flags.seed),
    resetMs: wholeNumber('--reset-ms', flags['reset-ms']),
    ...(flags.columns !== undefined && { columns: parseColumns(flags.columns) }),
    ...(flags.values !== undefined && { values: flags.values.split(',') }),
  };
  return { options, faults: flags.fault };
}

async function run(options: EmulatorOptions, faults: readonly string[]): Promise<void> {
  const emulator = new Emulator(options);
  emulator.on('failed', complain);
  emulator.on('command', (text) => console.error(`< ${text}`));
  emulator.on('opened', () => console.error('port opened'));
  emulator.on('closed', () => console.error('port closed'));
  await emulator.start();
  obeyUntilEnded({ obey: (line) => runConsoleLine(emulator, line), stop: () => emulator.stop() });
  for (const line of faults) await runConsoleLine(emulator, line);
  console.log(`Emulating ${options.product} ${options.serial} on ${options.path}`);
}

try {
  const flags = readFlags();
  if (flags) await run(flags.options, flags.faults);
  else console.log(HELP);
} catch (error) {
  complain(error);
  process.exit(2);
}
