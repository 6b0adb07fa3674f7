/** Adapters at work against something on loopback, and what they said. */
import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { type GatewayStatus, type SensgateConfig, sensgateInputSchema } from '../../../../../service/contract/index.ts';
import { createSensgateKind } from '../../../../../service/drivers/gateway/sensgate/index.ts';
import type { SensgateTiming } from '../../../../../service/drivers/gateway/sensgate/options.ts';
import type { Adapter, AdapterEvents, AdapterKind } from '../../../../../service/drivers/gateway/types.ts';
import { systemClock } from '../../../../../service/support/clock.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';

/** Pauses that keep a test short; how long is waited for answers stays as it is, for machines that are busy. */
const QUICK: Partial<SensgateTiming> = { retryMaxMs: 200 };

export function configOf(port: number, changes: Partial<SensgateConfig> = {}): SensgateConfig {
  const given = { kind: 'sensgate', name: 'roof', host: '127.0.0.1', port, period_ms: 100, ...changes };
  return sensgateInputSchema.parse(given);
}

export function kindWith(timing: Partial<SensgateTiming> = {}): AdapterKind<SensgateConfig> {
  return createSensgateKind({ clock: systemClock, logger: silentLogger, timing: { ...QUICK, ...timing } });
}

/** A bound against a test that hangs, not an expectation: in milliseconds. */
const PATIENCE = { timeout: 20_000, interval: 20 };

type Said = { [Name in keyof AdapterEvents]: { name: Name; payload: AdapterEvents[Name] } }[keyof AdapterEvents];

/** An adapter that was started, and everything it said. */
export class AdapterRecord {
  readonly adapter: Adapter;
  readonly said: Said[] = [];

  constructor(config: SensgateConfig, timing?: Partial<SensgateTiming>) {
    this.adapter = kindWith(timing).create('g1', config);
    for (const name of ['seen', 'readings', 'rejected', 'lost', 'status'] as const) {
      this.adapter.events.on(name, (payload) => this.said.push({ name, payload } as Said));
    }
    onTestFinished(() => this.adapter.stop('the test is over'));
    this.adapter.start();
  }

  of<Name extends keyof AdapterEvents>(name: Name): AdapterEvents[Name][] {
    return this.said.filter((one) => one.name === name).map(({ payload }) => payload as AdapterEvents[Name]);
  }

  /** What it said of one serial number, in a few words each: `seen`, `1 2 null`, `rejected`, the reason it was lost. */
  storyOf(wanted: string): string[] {
    const story: string[] = [];
    for (const { name, payload } of this.said) {
      if (name === 'status' || payload.serial !== wanted) continue;
      if (name === 'readings') story.push(payload.samples.map(({ magnitude }) => String(magnitude)).join(' '));
      else story.push(name === 'lost' ? payload.reason : name);
    }
    return story;
  }

  /** Those that are there, by what was said. */
  there(): string[] {
    const there = new Set<string>();
    for (const { name, payload } of this.said) {
      if (name === 'seen') there.add(payload.serial);
      if (name === 'lost') there.delete(payload.serial);
    }
    return [...there].toSorted();
  }

  /** Waits until it is so. */
  async until(isSo: (record: this) => boolean): Promise<void> {
    await vi.waitUntil(() => isSo(this), PATIENCE);
  }

  /** Waits for a state, and for the code of its error and a planned retry where a code is given. */
  async state(state: string, code?: string): Promise<GatewayStatus> {
    return vi.waitUntil(() => {
      const { status } = this.adapter;
      const isSo = status.state === state && status.error?.code === code && (!code || status.next_retry !== null);
      return isSo && status;
    }, PATIENCE);
  }

  /** Waits for so many more readings of a serial number. */
  async more(serial: string, count: number): Promise<void> {
    const readings = (): number => this.of('readings').filter((one) => one.serial === serial).length;
    const before = readings();
    await this.until(() => readings() >= before + count);
  }
}

/** Something that takes TCP connections, and does with each what it is told. Its port on 127.0.0.1. */
export async function listen(onConnection: (socket: Socket, count: number) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket, sockets.size);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Answers every request on a connection with these bytes, and closes it after where told so. */
export async function answering(bytes: string | Uint8Array, close = false): Promise<number> {
  return listen((socket) => {
    socket.on('data', () => (close ? socket.end(bytes) : socket.write(bytes)));
  });
}

/** A whole answer with its head. */
export function http(body: string, head = 'Content-Type: text/plain', status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\n${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
