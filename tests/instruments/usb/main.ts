/** The process that plays USB instruments; how to talk to it is in `control.ts`. */
import { createInterface } from 'node:readline';
import type { ControlCommand, ControlEvent, ControlReply } from './control.ts';
import { PluggedInstrument } from './plugged.ts';
import { UsbipServer } from './usbip/server.ts';

/** How many instruments one process plays. */
const MOST_INSTRUMENTS = 50;

const server = new UsbipServer();
const instruments = new Map<string, PluggedInstrument>();
let ending = false;

server.onError = complain;
await server.start();
const lines = createInterface({ input: process.stdin });
let work: Promise<void> = Promise.resolve();
lines.on('line', (line) => {
  work = work.then(() => answer(line));
});
lines.on('close', end);
process.on('SIGTERM', end);
process.on('SIGINT', end);

async function answer(line: string): Promise<void> {
  if (ending) return;
  let reply: ControlReply;
  try {
    reply = await obey(JSON.parse(line) as ControlCommand);
  } catch (error) {
    reply = { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
  say(reply);
}

async function obey(command: ControlCommand): Promise<ControlReply> {
  switch (command.command) {
    case 'plug':
      return { ok: true, port: await plug(command) };
    case 'unplug':
      known(command.id).unplug();
      instruments.delete(command.id);
      return { ok: true };
    case 'misbehave':
      known(command.id).misbehave(command.how);
      return { ok: true };
    case 'asked':
      return { ok: true, asked: [...known(command.id).asked] };
    case 'end':
      setImmediate(end);
      return { ok: true };
    default:
      throw new Error(`${JSON.stringify(command)} is not a command.`);
  }
}

async function plug(command: Extract<ControlCommand, { command: 'plug' }>): Promise<number> {
  const { id, command: _, ...instrument } = command;
  if (instruments.has(id)) throw new Error(`${id} is plugged in already.`);
  if (instruments.size >= MOST_INSTRUMENTS) throw new Error(`No more than ${MOST_INSTRUMENTS} instruments.`);
  const plugged = new PluggedInstrument({
    server,
    instrument,
    onEvent: (event) => say({ event, id }),
    onError: complain,
  });
  instruments.set(id, plugged);
  try {
    return await plugged.plugIn();
  } catch (error) {
    instruments.delete(id);
    throw error;
  }
}

function known(id: string): PluggedInstrument {
  const instrument = instruments.get(id);
  if (!instrument) throw new Error(`${id} is not plugged in.`);
  return instrument;
}

function say(message: ControlReply | ControlEvent): void {
  if (!ending) process.stdout.write(`${JSON.stringify(message)}\n`);
}

function complain(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
}

/** Pulls every cable; the process then has nothing left to do. */
function end(): void {
  if (ending) return;
  ending = true;
  lines.close();
  process.stdin.destroy();
  for (const instrument of instruments.values()) instrument.unplug();
  server.stop().catch(complain);
}
