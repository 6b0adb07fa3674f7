/** A real HTTP service on a free port, over a registry that the test plays. */

import { type HttpOptions, type PreparedPort } from '../../../../service/http/options.ts';
import { createHttpServer } from '../../../../service/http/server.ts';
import { PlayedWorld } from '../../../support/played/world.ts';
import { createBench, describePth, type RegistryBench } from '../../devices/support.ts';

export interface Host extends RegistryBench {
  /** What it answers of everything but the devices. */
  world: PlayedWorld;
  port: number;
  url: string;
  /** Opens another port. */
  open(port: number): Promise<PreparedPort>;
  stop(): Promise<void>;
  /** Attaches a USB instrument, and lets it measure a temperature unless told not to. */
  attach(serial: string, temperature?: number | null): void;
  measure(serial: string, temperature: number | null): void;
}

export async function startHost(changes: Partial<HttpOptions> = {}): Promise<Host> {
  const bench = createBench();
  const world = new PlayedWorld();
  world.history.until = () => bench.clock.now();
  const known = world.knownDevices(bench);
  known.start();
  const server = createHttpServer({ ...world.options(bench), ...changes });
  const { port, url } = await server.start();
  const measure = (serial: string, temperature: number | null): void =>
    bench.driver.events.emit('readings', {
      family: 'usb',
      serial,
      at: bench.clock.now(),
      samples: [{ channel: 'temperature', magnitude: temperature }],
    });
  return {
    ...bench,
    world,
    port,
    url,
    open: async (another) => {
      const opened = await server.open(another);
      if (!opened) throw new Error(`The port is ${another} already.`);
      return opened;
    },
    stop: async () => {
      await server.stop();
      await known.stop();
    },
    measure,
    attach: (serial, temperature) => {
      bench.driver.events.emit('attached', describePth(serial));
      if (temperature !== undefined) measure(serial, temperature);
    },
  };
}
