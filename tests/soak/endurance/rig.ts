/** Starts all parts of the endurance run. */
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
import { Databases } from '../support/databases.ts';
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

/** Simulated devices: some 200 sample sets a second, so that a reader with a narrow pipe is soon behind. */
const SIMULATED = { simulate: true, simulate_usb: 6, simulate_gateway: 2, simulate_period: 60 };

/** Devices at serial ports of the service, and that of the remote Mensura. */
const ATTACHED = ['E20001', 'E20002', 'E20003'] as const;
export const AWAY = 'E30001';

/** Devices of the emulated SensGate. */
const BEHIND = ['G40001', 'G40002'] as const;

/** Emulated and simulated devices, those of the SensGate, and that of the remote Mensura. */
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
  /** Connections of the remote Mensura and of its gateway here. */
  ways: { remote: Way; reader: Way };
  quick: QuickReader;
  slow: SlowReader;
  databases: Databases;
  /** Sample sets received from the broker. */
  arrivals: string[];
  window: Window;
  /** Pauses all devices during an action, since the service could lose readings. */
  quietly<Answer>(job: () => Promise<Answer>): Promise<Answer>;
  /** Waits until every device is connected and measuring. */
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

  const databases = await Databases.start(atEnd);
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

  // Also before anything measures.
  await configure(service.url, { csv_log: true });
  await addClients(service.url, { main: tap.port });
  await databases.addTo(service.url);
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
    // The last readings have arrived.
    await delay(500);
    try {
      return await job();
    } finally {
      // The service has checked its ports and the clock.
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
  return { ...built, databases, remote, ways, quick, slow, arrivals, window, quietly, complete, read };
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

/** Before anything measures, so that they receive everything. */
async function openStreams(atEnd: AtEnd, url: string): Promise<{ quick: QuickReader; slow: SlowReader }> {
  const [quick, slow] = [new QuickReader(), new SlowReader()];
  atEnd(() => quick.close());
  atEnd(() => slow.close());
  await quick.open(url, ({ family, serial }) => family === 'usb' || serial !== AWAY);
  await slow.open(await openNarrowPipe(atEnd, url));
  return { quick, slow };
}
