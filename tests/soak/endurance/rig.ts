/** Everything that measures, publishes, reads and looks, put together and running. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppDevices, GatewayInput } from '../../../service/contract/index.ts';
import { createGateway, type EmulatedGateway } from '../../emulator/gateway/gateway.ts';
import type { AtEnd } from '../../support/ends.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { keepingBroker } from '../../support/load/brokers.ts';
import { addClients, dataFolder, kill } from '../../support/load/publishing.ts';
import { startWitness } from '../../support/load/witness.ts';
import type { MosquittoBroker } from '../../support/mqtt/broker.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { INSPECTED, Inspector } from '../support/inspector.ts';
import { startTap, type Tap } from '../support/tap.ts';
import { ALARM_ABOVE, CountedInstrument } from './counted-instrument.ts';
import { Insides } from './insides.ts';
import { momentOf } from './moments.ts';
import { openNarrowPipe } from './narrow-pipe.ts';
import { Remote } from './remote.ts';
import { accept, configure } from './requests.ts';
import { QuickReader, SlowReader } from './stream-readers.ts';
import { Way } from './way.ts';
import { Window } from './window.ts';

/** What is simulated: some 200 moments a second, so that a reader with a narrow pipe is soon behind. */
const SIMULATED = { simulate: true, simulate_usb: 6, simulate_gateway: 2, simulate_period: 60 };

/** Instruments at serial ports of the service, and the one at the other Mensura. */
const ATTACHED = ['E20001', 'E20002', 'E20003'] as const;
export const AWAY = 'E30001';

/** Instruments behind the emulated SensGate. */
const BEHIND = ['G40001', 'G40002'] as const;

/** The emulated and the simulated ones, those behind the SensGate, and the one at the other Mensura. */
const DEVICES = ATTACHED.length + SIMULATED.simulate_usb + SIMULATED.simulate_gateway + BEHIND.length + 1;

export interface Rig {
  service: RunningService;
  pid: number;
  inspector: Inspector;
  insides: Insides;
  broker: MosquittoBroker;
  tap: Tap;
  instruments: readonly CountedInstrument[];
  sensgate: EmulatedGateway;
  remote: Remote;
  /** That of the other Mensura to the broker, and that of what reads from it here to the tap. */
  ways: { remote: Way; reader: Way };
  quick: QuickReader;
  slow: SlowReader;
  /** Moments as the broker handed them on. */
  arrivals: string[];
  window: Window;
  /** Lets no instrument send while something goes on: a reading that the service cannot take then would be lost. */
  quietly<Answer>(job: () => Promise<Answer>): Promise<Answer>;
  /** Waits until every device is there and measures. */
  complete(): Promise<void>;
  read<Answer>(path: string): Promise<Answer>;
}

export async function build(atEnd: AtEnd): Promise<Rig> {
  const broker = await keepingBroker(atEnd);
  await broker.start();
  const tap = await startTap(atEnd, broker.port);
  const ways = { remote: await Way.open(atEnd, broker.port), reader: await Way.open(atEnd, tap.port) };
  const arrivals: string[] = [];
  const onLine = (payload: string): void => {
    const moment = momentOf(JSON.parse(payload));
    if (moment !== undefined) arrivals.push(moment);
  };
  await startWitness(atEnd, { port: broker.port, filter: 'main/+/measurement', onLine });

  const ports = await dataFolder(atEnd);
  const instruments: CountedInstrument[] = [];
  for (const serial of ATTACHED) instruments.push(await CountedInstrument.plug(atEnd, serial, join(ports, serial)));
  const sensgate = createGateway({ instruments: BEHIND.map((serial) => ({ serial, pollMs: 500 })) });
  await sensgate.start();
  atEnd(() => sensgate.stop());

  const service = await startMeasuring(atEnd, instruments);
  const inspector = await Inspector.connect(service.output());
  atEnd(() => inspector.close());
  const insides = new Insides(inspector);
  await insides.prepare();
  const { quick, slow } = await openStreams(atEnd, service.url);

  // Before anything measures, too.
  await configure(service.url, { csv_log: true });
  await addClients(service.url, { main: tap.port });
  await accept(service.url, '/app/v1/mqtt/clients', {
    identifier: 'reader',
    host: '127.0.0.1',
    port: ways.reader.port,
    advanced: { enabled: false },
    reconnect: { min_delay: 100, max_delay: 1000 },
  });
  const gateways: GatewayInput[] = [
    { kind: 'sensgate', name: 'SensGate', host: sensgate.host, port: sensgate.port, period_ms: 500 },
    { kind: 'mqtt', name: 'Remote', client: 'reader', prefix: 'remote' },
  ];
  for (const gateway of gateways) await accept(service.url, '/app/v1/gateways', gateway);
  for (const serial of ATTACHED) {
    const rule = { family: 'usb', serial, channel: 'temperature', upper: ALARM_ABOVE, no_data_s: 3 };
    await accept(service.url, '/app/v1/alarms/rules', rule);
  }
  await configure(service.url, SIMULATED);
  const remote = await Remote.start(atEnd, { serial: AWAY, path: join(ports, AWAY), port: ways.remote.port });
  const all = [...instruments, remote.instrument];
  for (const instrument of all) instrument.send();
  const quietly = async <Answer>(job: () => Promise<Answer>): Promise<Answer> => {
    for (const instrument of all) instrument.pause();
    // What was sent a moment ago has arrived.
    await delay(500);
    try {
      return await job();
    } finally {
      // The service has looked at its ports again, and at the clock.
      await delay(5000);
      for (const instrument of all) instrument.send();
    }
  };

  const read = async <Answer>(path: string): Promise<Answer> =>
    (await (await fetch(service.url + path)).json()) as Answer;
  const complete = async (): Promise<void> => {
    let last: AppDevices | undefined;
    const isThere = async (): Promise<boolean> => {
      last = await read<AppDevices>('/app/v1/devices');
      return (
        last.devices.length === DEVICES && last.devices.every(({ state }) => ['measuring', 'failing'].includes(state))
      );
    };
    await until('every device to measure', isThere, 120_000).catch((cause: unknown) => {
      const seen = last?.devices.map(({ family, serial, state }) => `${family}/${serial} ${state}`).join(', ');
      throw new Error(`Of ${DEVICES} devices there are only: ${seen}`, { cause });
    });
  };
  await complete();
  const window = await Window.open(atEnd, service.url);
  const built = { service, pid: service.process.pid ?? 0, inspector, insides, broker, tap, instruments, sensgate };
  return { ...built, remote, ways, quick, slow, arrivals, window, quietly, complete, read };
}

async function startMeasuring(atEnd: AtEnd, instruments: readonly CountedInstrument[]): Promise<RunningService> {
  const ports = instruments.flatMap(({ path }) => ['--serial-port', path]);
  const dataDir = await dataFolder(atEnd);
  const args = ['--simulate-publish', '--simulate-seed', '1', ...ports];
  const service = await startService({ dataDir, args, env: { NODE_OPTIONS: INSPECTED } });
  endsWithUs(service.process);
  atEnd(() => kill(service));
  return service;
}

/** Before anything measures: they hear everything. */
async function openStreams(atEnd: AtEnd, url: string): Promise<{ quick: QuickReader; slow: SlowReader }> {
  const [quick, slow] = [new QuickReader(), new SlowReader()];
  atEnd(() => quick.close());
  atEnd(() => slow.close());
  await quick.open(url, ({ family, serial }) => family === 'usb' || serial !== AWAY);
  await slow.open(await openNarrowPipe(atEnd, url));
  return { quick, slow };
}
