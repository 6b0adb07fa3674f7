/** The command line of the emulated gateway: `npm run emulate:gateway -- --port 8080 --instruments 3`. */
import { parseArgs } from 'node:util';
import { complain, obeyUntilEnded, wholeNumber } from '../command-line.ts';
import { PRODUCTS } from '../products.ts';
import { GATEWAY_CONSOLE_HELP, runGatewayLine } from './console.ts';
import { createGateway, type GatewayOptions } from './gateway.ts';
import type { PluggedOptions } from './plugged.ts';
import { SHAPE_NAMES, type ShapeName } from './shapes.ts';

/** The serial of the first instrument; the others count up from it. */
const FIRST_SERIAL = 24_638;
const MOST_INSTRUMENTS = 1000;

const HELP = `Emulates a SensGate on 127.0.0.1.

  --port N          port to listen on; default 8080, as documented; 0: any free port
  --serial TEXT     serial number of the gateway; default G00033. No documented response has it.
  --instruments N   number of devices, of the known products in turn; default 3
  --shape NAME      form of the responses: ${SHAPE_NAMES.join(', ')}; default lines
  --fault "WORDS"   a line of the list below, applied at the start; repeatable

Lines to type while it runs:
${GATEWAY_CONSOLE_HELP}
`;

/** @throws Error when a flag is wrong */
function readFlags(): { options: GatewayOptions; faults: string[] } | null {
  const { values: flags } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      serial: { type: 'string', default: 'G00033' },
      instruments: { type: 'string', default: '3' },
      shape: { type: 'string', default: 'lines' },
      fault: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (flags.help) return null;
  const port = wholeNumber('--port', flags.port);
  if (port > 65_535) throw new Error(`--port: must be at most 65535, got ${port}`);
  const count = wholeNumber('--instruments', flags.instruments);
  if (count > MOST_INSTRUMENTS) throw new Error(`--instruments: must be at most ${MOST_INSTRUMENTS}, got ${count}`);
  const options: GatewayOptions = {
    port,
    serial: flags.serial,
    shape: shapeOf(flags.shape),
    instruments: instrumentsInTurn(count),
  };
  return { options, faults: flags.fault };
}

/** @throws Error when there is no such shape */
function shapeOf(text: string): ShapeName {
  const shape = SHAPE_NAMES.find((name) => name === text);
  if (!shape) throw new Error(`--shape: must be one of ${SHAPE_NAMES.join(', ')}, got "${text}"`);
  return shape;
}

/** The known products one after the other, with serials that count up and waves of their own. */
function instrumentsInTurn(count: number): PluggedOptions[] {
  const products = Object.keys(PRODUCTS);
  return Array.from({ length: count }, (_, index) => ({
    product: products[index % products.length] as string,
    serial: `E${FIRST_SERIAL + index}`,
    seed: index + 1,
  }));
}

async function run(options: GatewayOptions, faults: readonly string[]): Promise<void> {
  const gateway = createGateway(options);
  await gateway.start();
  const target = { gateway, say: (text: string) => console.log(text), quit: () => end() };
  const obey = (line: string): Promise<void> => runGatewayLine(target, line);
  const end = obeyUntilEnded({ obey, stop: () => gateway.stop() });
  for (const line of faults) await obey(line);
  console.log(`Emulating SensGate ${gateway.serial} on ${gateway.url}devices with ${gateway.serials.join(', ')}`);
}

try {
  const flags = readFlags();
  if (flags) await run(flags.options, flags.faults);
  else console.log(HELP);
} catch (error) {
  complain(error);
  process.exit(2);
}
