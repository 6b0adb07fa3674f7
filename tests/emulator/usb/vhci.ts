/** The kernel's virtual USB host controller (vhci-hcd): where a USB/IP server's device becomes one of this computer. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Exported, FULL_SPEED, IMPORTED_BYTES, importRequest } from './usbip/wire.ts';

const CONTROLLER = '/sys/devices/platform/vhci_hcd.0';
const DEVICES = '/sys/bus/usb/devices';

/** VDEV_ST_NULL: nothing is on the port. */
const FREE = 4;

/** How long the kernel may take to make a device of what was attached; it is a bound, not an expectation. */
const APPEAR_MS = 20_000;
const LOOK_EVERY_MS = 10;

/** What stands for the name of a device where there is none. */
const NO_BUS_ID = '0-0';

/** A port of the controller. */
export interface VhciPort {
  port: number;
  hub: string;
  state: number;
  /** The kernel's name of the device on it, `3-1`; `0-0` where there is none. */
  busId: string;
}

/** Reads one of the controller's `status` files; what is no port is left out. */
export function readPorts(status: string): VhciPort[] {
  return status.split('\n').flatMap((line) => {
    const [hub = '', port = '', state = '', , , , busId = ''] = line.trim().split(/\s+/);
    return /^\d+$/.test(port) ? [{ hub, port: Number(port), state: Number(state), busId }] : [];
  });
}

/** Where a device was attached. */
export interface Attached {
  port: number;
  /** The controller's file that tells of this port. */
  statusFile: string;
}

/**
 * Attaches an exported device to a free port for full speed.
 * @throws Error when there is no controller, no free port, or the server refuses
 */
export async function attach(socketPath: string, { busId, bus, device }: Exported): Promise<Attached> {
  const socket = await importDevice(socketPath, busId);
  try {
    const { fd } = Reflect.get(socket, '_handle') as { fd: number };
    for (const free of await freePorts()) {
      const taken = await writeFile(
        join(CONTROLLER, 'attach'),
        `${free.port} ${fd} ${(bus << 16) | device} ${FULL_SPEED}`,
      ).catch(ignoreBusy);
      if (!taken) return free;
    }
    throw new Error('The virtual USB host controller has no free port.');
  } finally {
    // The kernel holds the connection by itself now.
    socket.destroy();
  }
}

/**
 * Waits until the kernel shows the device on a port, with its serial number.
 * @throws Error when it does not within 20 s, or when the signal says so
 */
export async function appeared({ port, statusFile }: Attached, serial: string, signal: AbortSignal): Promise<void> {
  const file = serial ? 'serial' : 'idVendor';
  const end = performance.now() + APPEAR_MS;
  while (performance.now() < end) {
    signal.throwIfAborted();
    const busId = (await portsOf(statusFile)).find((found) => found.port === port)?.busId ?? NO_BUS_ID;
    const text = busId === NO_BUS_ID ? null : await readFile(join(DEVICES, busId, file), 'utf8').catch(ignoreMissing);
    if (text !== null && (!serial || text.trim() === serial)) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
  throw new Error(`The kernel has no device with serial "${serial}" on port ${port} after ${APPEAR_MS} ms.`);
}

async function freePorts(): Promise<Attached[]> {
  const names = (await readdir(CONTROLLER)).filter((name) => /^status(\.\d+)?$/.test(name));
  const found = await Promise.all(
    names.map(async (statusFile) => {
      const free = (await portsOf(statusFile)).filter(({ hub, state }) => hub === 'hs' && state === FREE);
      return free.map(({ port }) => ({ port, statusFile }));
    }),
  );
  return found.flat().toSorted((one, other) => one.port - other.port);
}

async function portsOf(statusFile: string): Promise<VhciPort[]> {
  return readPorts(await readFile(join(CONTROLLER, statusFile), 'utf8'));
}

/** Another has taken the port meanwhile. */
function ignoreBusy(error: NodeJS.ErrnoException): true {
  if (error.code !== 'EBUSY') throw error;
  return true;
}

/** The device is only just coming, or going. */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT' && error.code !== 'ENODEV') throw error;
  return null;
}

/** Connects to the server and imports a device: a socket over which nothing is read any more. */
async function importDevice(socketPath: string, busId: string): Promise<Socket> {
  const socket = connect(socketPath);
  try {
    await new Promise<void>((resolve, reject) => {
      let received = 0;
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`The USB/IP server does not have ${busId}.`)));
      socket.on('data', (bytes) => {
        received += bytes.length;
        if (received < IMPORTED_BYTES) return;
        socket.pause();
        resolve();
      });
      socket.write(importRequest(busId));
    });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
