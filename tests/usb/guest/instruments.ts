/** The virtual instruments, played by a process of their own, as scenarios use them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../../build/paths.ts';
import type { ControlCommand, ControlEvent, ControlReply, Misbehaviour } from '../../emulator/usb/control.ts';

type PlugCommand = Extract<ControlCommand, { command: 'plug' }>;

/** Where the kernel shows what is plugged in. */
const USB_DEVICES = '/sys/bus/usb/devices';

/** What the kernel says of a device that is plugged in. */
export interface KernelDevice {
  bus: number;
  address: number;
  /** When the kernel made its device node, as `Date.now()` tells. */
  since: number;
}

async function attribute(name: string, device: string): Promise<string> {
  return (await readFile(join(USB_DEVICES, device, name), 'utf8').catch(() => '')).trim();
}

/** The kernel's devices with this serial number string. */
export async function kernelDevices(serial: string): Promise<KernelDevice[]> {
  const found: KernelDevice[] = [];
  for (const name of await readdir(USB_DEVICES)) {
    if ((await attribute('serial', name)) !== serial) continue;
    const [bus, address] = [await attribute('busnum', name), await attribute('devnum', name)];
    const node = [bus, address].map((text) => text.padStart(3, '0')).join('/');
    const since = (await stat(join('/dev/bus/usb', node)).catch(() => undefined))?.birthtimeMs;
    if (since !== undefined) found.push({ bus: Number(bus), address: Number(address), since });
  }
  return found;
}

export class Instruments {
  readonly #child: ChildProcess;
  readonly #waiting: ((reply: ControlReply) => void)[] = [];
  readonly #events: ControlEvent[] = [];
  readonly #plugged = new Set<string>();

  constructor(child: ChildProcess) {
    this.#child = child;
    if (!child.stdout) throw new Error('The instruments have no standard output.');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as ControlReply | ControlEvent;
      if ('event' in message) this.#events.push(message);
      else this.#waiting.shift()?.(message);
    });
    child.once('exit', (code, signal) => {
      const error = `The process of the instruments ended with ${signal ?? `code ${code}`}.`;
      for (const answer of this.#waiting.splice(0)) answer({ ok: false, error });
    });
  }

  async #ask(command: ControlCommand): Promise<Extract<ControlReply, { ok: true }>> {
    const answer = new Promise<ControlReply>((resolve) => this.#waiting.push(resolve));
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
    const reply = await answer;
    if (!reply.ok) throw new Error(`The instruments could not ${command.command}: ${reply.error}`);
    return reply;
  }

  /** Plugs one in; answered when the kernel has it. Its name is its serial number unless another is given. */
  async plug(plug: Omit<PlugCommand, 'command' | 'id'> & { id?: string }): Promise<void> {
    const id = plug.id ?? plug.serial;
    await this.#ask({ command: 'plug', ...plug, id });
    this.#plugged.add(id);
  }

  async unplug(id: string): Promise<void> {
    this.#plugged.delete(id);
    await this.#ask({ command: 'unplug', id });
  }

  async unplugAll(): Promise<void> {
    for (const id of this.#plugged) await this.unplug(id);
  }

  async misbehave(id: string, how: Misbehaviour): Promise<void> {
    await this.#ask({ command: 'misbehave', id, how });
  }

  /** The command codes it was asked, in order. */
  async asked(id: string): Promise<number[]> {
    return (await this.#ask({ command: 'asked', id })).asked ?? [];
  }

  /** How often something happened to an instrument by itself. */
  happened(id: string, event: ControlEvent['event']): number {
    return this.#events.filter((entry) => entry.id === id && entry.event === event).length;
  }
}

/** Starts the process that plays instruments; nothing is plugged in yet. It ends with the process that started it. */
export async function startInstruments(): Promise<Instruments> {
  const child = spawn(process.execPath, [...process.execArgv, join(ROOT, 'tests/emulator/usb/main.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child, 'spawn');
  return new Instruments(child);
}
