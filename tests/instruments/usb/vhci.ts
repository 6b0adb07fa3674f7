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
const LOOK_EVERY_MS = 5;

/** A port of the controller. */
export interface VhciPort {
  port: number;
  hub: string;
  state: number;
  /** The kernel's name of the device on it, `3-1`; `0-0` without one. */
  busId: string;
}

/** Reads one of the controller's `status` files; what is no port is left out. */
export function readPorts(status: string): VhciPort[] {
  return status.split('\n').flatMap((line) => {
    const [hub = '', port = '', state = '', , , , busId = ''] = line.trim().split(/\s+/);
    return /^\d+$/.test(port) ? [{ hub, port: Number(port), state: Number(state), busId }] : [];
  });
}

/**
 * Attaches an exported device to a free port for full speed.
 * @returns the port
 * @throws Error when there is no controller, no free port, or the server refuses
 */
export async function attach(socketPath: string, { busId, bus, device }: Exported): Promise<number> {
  const socket = await importDevice(socketPath, busId);
  try {
    const port = (await ports()).find(({ hub, state }) => hub === 'hs' && state === FREE)?.port;
    if (port === undefined) throw new Error('The virtual USB host controller has no free port.');
    const { fd } = Reflect.get(socket, '_handle') as { fd: number };
    await writeFile(join(CONTROLLER, 'attach'), `${port} ${fd} ${(bus << 16) | device} ${FULL_SPEED}`);
    return port;
  } finally {
    // The kernel holds the connection by itself now.
    socket.destroy();
  }
}

/**
 * Waits until the kernel shows the device on a port, with its serial number.
 * @throws Error when it does not within 20 s, or when the signal says so
 */
export async function appeared(port: number, serial: string, signal: AbortSignal): Promise<void> {
  const file = serial ? 'serial' : 'idVendor';
  const end = performance.now() + APPEAR_MS;
  while (performance.now() < end) {
    const busId = (await ports()).find((found) => found.port === port)?.busId ?? '0-0';
    const text = await readFile(join(DEVICES, busId, file), 'utf8').catch(() => null);
    if (text !== null && (!serial || text.trim() === serial)) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
  throw new Error(`The kernel has no device with serial ${serial} on port ${port} after ${APPEAR_MS} ms.`);
}

async function ports(): Promise<VhciPort[]> {
  const names = (await readdir(CONTROLLER)).filter((name) => /^status(\.\d+)?$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(CONTROLLER, name), 'utf8')));
  return texts.flatMap(readPorts).toSorted((one, other) => one.port - other.port);
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
