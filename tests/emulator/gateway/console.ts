/** What may be typed while the emulated gateway runs: `fault slow 3000`, `unplug E24638`. */
import { columnsOf, count, helpOf, needed, runTypedLine, type Words } from '../typed-lines.ts';
import { GATEWAY_FAULTS, type GatewayFault } from './faults.ts';
import type { EmulatedGateway } from './gateway.ts';
import { SHAPE_NAMES, type ShapeName } from './shapes.ts';

/** What the typed words work on. */
export interface GatewayConsole {
  gateway: EmulatedGateway;
  /** Shows the user something. */
  say(text: string): void;
  /** Ends the program. */
  quit(): void;
}

const WORDS: Words<GatewayConsole> = {
  fault: {
    usage: `fault ${GATEWAY_FAULTS.join('|').replace('slow', 'slow [MS]')}`,
    run: ({ gateway }, name, ms = '') => gateway.fault(oneOf<GatewayFault>(GATEWAY_FAULTS, name), count(ms)),
  },
  shape: {
    usage: `shape ${SHAPE_NAMES.join('|')}`,
    run: ({ gateway }, name) => void (gateway.shape = oneOf<ShapeName>(SHAPE_NAMES, name)),
  },
  plug: {
    usage: 'plug SERIAL [PRODUCT [PORT]]',
    run: ({ gateway }, serial, product, port = '') => {
      const number = count(port);
      gateway.plug({
        serial: given(serial),
        ...(product !== undefined && { product }),
        ...(number !== undefined && { port: number }),
      });
    },
  },
  unplug: { usage: 'unplug SERIAL', run: ({ gateway }, serial) => gateway.unplug(given(serial)) },
  error: {
    usage: 'error SERIAL COLUMN[,COLUMN]|all|off',
    run: ({ gateway }, serial, columns) => gateway.failSensor(given(serial), columnsOf(needed(columns))),
  },
  values: {
    usage: 'values SERIAL [V,V,...]',
    run: ({ gateway }, serial, values) => gateway.show(given(serial), values === undefined ? [] : values.split(',')),
  },
  off: { usage: 'off', run: ({ gateway }) => gateway.stop() },
  on: { usage: 'on', run: ({ gateway }) => gateway.start() },
  list: {
    usage: 'list',
    run: ({ gateway, say }) => say(gateway.serials.join('\n') || 'No devices.'),
  },
  help: { usage: 'help', run: ({ say }) => say(GATEWAY_CONSOLE_HELP) },
  quit: { usage: 'quit', run: ({ quit }) => quit() },
};

/** The words and their arguments, one a line. */
export const GATEWAY_CONSOLE_HELP: string = helpOf(WORDS);

/**
 * Carries out one typed line.
 * @throws Error when the word is unknown, its argument wrong, or it cannot be done
 */
export async function runGatewayLine(target: GatewayConsole, line: string): Promise<void> {
  await runTypedLine(WORDS, target, line);
}

/** @throws TypeError when it is none of them */
function oneOf<Name extends string>(names: readonly Name[], text: string): Name {
  return needed(names.find((name) => name === text));
}

function given(text: string): string {
  return needed(text || undefined);
}
