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
/** What is being done with each instrument: one thing after the other. */
const busy = new Map<string, Promise<unknown>>();
/** The answers given so far: they go out in the order of the questions. */
let answered: Promise<void> = Promise.resolve();
lines.on('line', (line) => {
  const reply = carryOut(line).catch(
    (error: unknown): ControlReply => ({ ok: false, error: error instanceof Error ? error.message : String(error) }),
  );
  answered = answered.then(async () => say(await reply));
});
lines.on('close', end);
process.on('SIGTERM', end);
process.on('SIGINT', end);

/** Different instruments at the same time. */
async function carryOut(line: string): Promise<ControlReply> {
  const command = JSON.parse(line) as ControlCommand;
  if (command.command === 'end') {
    void answered.then(() => setImmediate(end));
    return { ok: true };
  }
  const done = (busy.get(command.id) ?? Promise.resolve()).then(() => obey(command));
  const settled = done.catch(() => {}).finally(() => busy.get(command.id) === settled && busy.delete(command.id));
  busy.set(command.id, settled);
  return await done;
}

async function obey(command: Exclude<ControlCommand, { command: 'end' }>): Promise<ControlReply> {
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
    default:
      throw new Error(`${JSON.stringify(command)} is not a command.`);
  }
}

async function plug(command: Extract<ControlCommand, { command: 'plug' }>): Promise<number> {
  const { id, command: _, how = 'well', ...instrument } = command;
  if (instruments.get(id)?.isUnplugged === false) throw new Error(`${id} is plugged in already.`);
  instruments.delete(id);
  if (instruments.size >= MOST_INSTRUMENTS) throw new Error(`No more than ${MOST_INSTRUMENTS} instruments.`);
  const plugged = new PluggedInstrument({
    server,
    instrument,
    onEvent: (event) => say({ event, id }),
    onError: complain,
  });
  plugged.misbehave(how);
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
