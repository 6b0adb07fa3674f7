/** Mensura installations that publish to a cluster of NATS, and a gateway that reads them, with an account of readings. */
import { connectAsync } from 'mqtt';
import type { GatewayTestResult, RemoteConfig } from '../../../service/contract/index.ts';
import { createRemoteKind } from '../../../service/drivers/gateway/remote/adapter.ts';
import type { Adapter, AdapterKind } from '../../../service/drivers/gateway/types.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import {
  aboutText,
  infoText,
  measurementText,
  OTHER,
  OWN,
  THIRD,
} from '../../service/drivers/gateway/remote/support.ts';
import { atEnd } from '../at-end.ts';
import { until } from '../until.ts';
import { NATS_PATIENCE_MS, type NatsNode, startBalancer } from './nats.ts';
import { sourceOf } from './reading.ts';
import { clientConfig, settled, startSession, type TestSession } from './session.ts';

export const FLEET = 'fleet';

/** The publishing installations: name, installation and serial number of the one device of each. */
const REMOTES = [
  { name: 'hall', installation: OTHER, serial: 'E1' },
  { name: 'yard', installation: THIRD, serial: 'E2' },
] as const;

export interface NatsGateway {
  adapter: Adapter;
  /** Serial numbers of the devices that were shown. */
  seen: Set<string>;
  /** The numbers of the readings of each device, in the order of arrival. */
  got: Map<string, number[]>;
}

function gatewayKind({ port }: Pick<NatsNode, 'port'>): AdapterKind<RemoteConfig> {
  const { source } = sourceOf(clientConfig({ port }));
  return createRemoteKind({ brokers: source, installation: OWN, clock: systemClock, logger: silentLogger });
}

function gatewayConfig(prefix: string): RemoteConfig {
  return { kind: 'mqtt', name: 'Fleet', enabled: true, client: 'lab', prefix };
}

/** The connection test of a gateway. */
export function testGateway(node: Pick<NatsNode, 'port'>, prefix: string): Promise<GatewayTestResult> {
  return gatewayKind(node).test(gatewayConfig(prefix), new AbortController().signal);
}

/** A gateway that reads the fleet from a node; it is stopped at the end of the test file. */
export function startGateway(node: Pick<NatsNode, 'port'>): NatsGateway {
  const adapter = gatewayKind(node).create(`g${node.port}`, gatewayConfig(`${FLEET}/+`));
  const seen = new Set<string>();
  const got = new Map<string, number[]>(REMOTES.map(({ serial }) => [serial, []]));
  adapter.events.on('seen', ({ serial }) => seen.add(serial));
  const note = ({ serial, samples }: { serial: string; samples: readonly { magnitude: number | null }[] }): void => {
    for (const { magnitude } of samples) if (magnitude !== null) got.get(serial)?.push(magnitude);
  };
  adapter.events.on('readings', note);
  adapter.events.on('late', note);
  atEnd(() => adapter.stop('test ended'));
  adapter.start();
  return { adapter, seen, got };
}

/** Waits until a gateway shows every device, of whose topics only retained ones tell it. */
export async function untilShown({ seen }: NatsGateway, patienceMs = NATS_PATIENCE_MS): Promise<void> {
  await until('every device', () => seen.size === REMOTES.length, patienceMs);
}

/**
 * Subscribes to a topic that nobody publishes, so that no reader's consumer is the newest of the cluster: a restarted
 * NATS 2.9.10 may lack the newest (docs/gateways.md).
 */
export async function subscribeLast({ port }: Pick<NatsNode, 'port'>): Promise<void> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 });
  atEnd(() => client.endAsync(true));
  await client.subscribeAsync('last/one', { qos: 1 });
}

export class NatsPublishers {
  readonly #sessions: readonly TestSession[];
  #sent = 0;
  #at = Date.now();

  private constructor(sessions: readonly TestSession[]) {
    this.#sessions = sessions;
  }

  /** Connects the installations through a load balancer, and announces their devices. */
  static async start(nodes: readonly NatsNode[]): Promise<NatsPublishers> {
    const port = await startBalancer(nodes);
    const sessions = REMOTES.map(({ name }) => startSession(clientConfig({ port }), { clientId: name, will: null }));
    for (const [index, session] of sessions.entries()) announce(session, REMOTES[index] ?? REMOTES[0]);
    for (const session of sessions) await settled(session, 4);
    return new NatsPublishers(sessions);
  }

  /** Readings of each device so far, numbered from 1. */
  get sent(): number {
    return this.#sent;
  }

  /** Queues so many readings of each device. */
  send(count: number): void {
    for (let index = 0; index < count; index += 1) {
      this.#sent += 1;
      this.#at = Math.max(this.#at + 1, Date.now());
      for (const [place, { source }] of this.#sessions.entries()) {
        const { name, serial } = REMOTES[place] ?? REMOTES[0];
        const payload = measurementText(serial, this.#at, { temperature: this.#sent });
        source.push({ topic: `${FLEET}/${name}/${serial}/measurement`, payload, qos: 1, retain: false });
      }
    }
  }

  /**
   * Waits until a gateway has every reading.
   * @throws Error naming those that are missing
   */
  async untilAllAt(gateway: NatsGateway, when: string): Promise<void> {
    const missing = (): string[] => REMOTES.flatMap(({ serial }) => this.#missing(serial, gateway.got.get(serial)));
    await until(`all readings ${when}`, () => missing().length === 0, NATS_PATIENCE_MS).catch((cause: unknown) => {
      const queued = this.#sessions.map(({ source }) => this.#sent + 4 - source.settled.length).join(' and ');
      throw new Error(`Missing ${when}: ${missing().slice(0, 20).join(' ')}; ${queued} not acknowledged`, { cause });
    });
  }

  #missing(serial: string, got: readonly number[] = []): string[] {
    const there = new Set(got);
    return Array.from({ length: this.#sent }, (_, index) => index + 1)
      .filter((number) => !there.has(number))
      .map((number) => `${serial}:${number}`);
  }
}

function announce({ source }: TestSession, { name, installation, serial }: (typeof REMOTES)[number]): void {
  const retained = { status: 'online', about: aboutText(installation), [`${serial}/info`]: infoText(serial) };
  for (const [topic, payload] of Object.entries({ ...retained, [`${serial}/status`]: 'online' })) {
    source.push({ topic: `${FLEET}/${name}/${topic}`, payload, qos: 1, retain: true });
  }
}
