/** Messages per second to a broker with QoS 1: the service beside bare MQTT.js and `mosquitto_pub`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SESSION_LIMITS } from '../../../service/mqtt/session/limits.ts';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { freePort } from '../../support/free-port.ts';
import { quietBroker } from '../../support/load/brokers.ts';
import type { Load } from '../../support/load/publishing.ts';
import { cpuSeconds, pidOf } from '../process-figures.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { accountProblems } from './account.ts';
import { BrokerCounter, COUNTED, type Rate } from './broker-counter.ts';
import { mqttObstacle } from './obstacle.ts';
import { type Recording, record } from './recording.ts';
import { backlogSubject, bareSubject, collectBacklog, liveSubject, pubSubject, type Subject } from './subjects.ts';

export interface RatesOptions {
  rounds: number;
  /** Warm-up, and minimum time of counting, in milliseconds. */
  warmUpMs: number;
  durationMs: number;
  /** Messages on disk for each round of the backlog, and lines for each of `mosquitto_pub`. */
  backlog: number;
  lines: number;
  /** Numbers of simulated devices, sampled and published by one process. */
  live: readonly number[];
}

/** Their sampling period, in milliseconds. */
const LIVE_PERIOD_MS = 10;

/** The load at which the backlog is collected. */
const COLLECTING: Load = { devices: 120, periodMs: 10 };

const IN_FLIGHT = DEFAULT_SESSION_LIMITS.inFlight;

/** Rate and processor times, in microseconds per message. */
interface Run {
  perSecond: number;
  cpuPerMessage: number;
  brokerLoad: number;
  /** Whether there were too few messages for this machine, which voids the figures. */
  ranOut: boolean;
  problems: readonly string[];
}

export async function measureRates(options: RatesOptions): Promise<Section> {
  const { rounds, warmUpMs, durationMs } = options;
  const section: Section = {
    title: 'MQTT: messages per second',
    method: '',
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  try {
    const recording = await record(folder);
    const runs = await withEnds((atEnd) => runRounds(atEnd, folder, recording, options));
    const method =
      `QoS 1, MQTT 3.1.1, without TLS, to one Mosquitto on the same machine. Messages as the service publishes them ` +
      `(${recording.averageBytes} bytes of payload on average), at most ${IN_FLIGHT} in flight for each client. Bare ` +
      'MQTT.js, in a process of its own, publishes the next message in the callback of each acknowledgment. Mensura is ' +
      `the headless service. Backlog: without devices, it sends ${options.backlog} messages from disk. Live: ` +
      `${options.live.join(' and ')} simulated devices at ${LIVE_PERIOD_MS} ms, which the same process samples, with ` +
      'virtual channels and payloads. `mosquitto_pub -l` sends everything to one topic. The broker counts (`$SYS`, every ' +
      `2 s) and \`mosquitto_sub\` adds the times, for at least ${durationMs} ms after ${warmUpMs} ms of warm-up; for the ` +
      `backlog, for one or two counts. ${rounds} rounds in changing order, with fresh processes except the broker.`;
    const all = [...runs].flatMap(([label, each]) => each.map((run) => ({ label, ...run })));
    const short = new Set(all.filter(({ ranOut }) => ranOut).map(({ label }) => label));
    return {
      ...section,
      method,
      results: resultsOf(runs),
      remarks: [...short].map((label) => `${label} ran out of messages; this machine needs more.`),
      problems: all.flatMap(({ label, problems }) => problems.map((problem) => `${label}: ${problem}`)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runRounds(
  atEnd: AtEnd,
  folder: string,
  recording: Recording,
  options: RatesOptions,
): Promise<Map<string, Run[]>> {
  const port = await freePort();
  const backlog = await collectBacklog(folder, port, COLLECTING, options.backlog);
  const broker = await quietBroker(atEnd, { port, settings: COUNTED });
  const brokerPid = pidOf(join(broker.folder, 'mosquitto.conf'));
  const counter = new BrokerCounter();
  await counter.start(atEnd, port);
  const subjects = [
    bareSubject(port, recording, IN_FLIGHT),
    ...options.live.map((devices) => liveSubject(port, { devices, periodMs: LIVE_PERIOD_MS })),
    backlogSubject(backlog),
    pubSubject(port, recording, IN_FLIGHT, options.lines),
  ];
  const runs = new Map<string, Run[]>(subjects.map(({ label }) => [label, []]));
  for (let round = 0; round < options.rounds; round += 1) {
    const first = round % subjects.length;
    for (const subject of [...subjects.slice(first), ...subjects.slice(0, first)]) {
      runs.get(subject.label)?.push(await measure(subject, counter, brokerPid, options));
    }
  }
  return runs;
}

function measure(subject: Subject, counter: BrokerCounter, brokerPid: number, options: RatesOptions): Promise<Run> {
  return withEnds(async (atEnd) => {
    const before = counter.messages;
    const { pid, tell } = await subject.start(atEnd);
    const rate = await counter.rate({ before, ...options, ...subject }, () => [cpuSeconds(pid), cpuSeconds(brokerPid)]);
    const ranOut = !rate || counter.messages - before >= subject.supply;
    const told = await tell?.();
    const problems = told ? accountProblems(told.unaccounted) : [];
    const lacking = told ? await counter.reaches(before + told.published) : 0;
    if (lacking > 0) problems.push(`The broker did not count ${lacking} acknowledged messages.`);
    return { ...figuresOf(rate), ranOut, problems };
  });
}

function figuresOf(rate: Rate | undefined): Pick<Run, 'perSecond' | 'cpuPerMessage' | 'brokerLoad'> {
  if (!rate) return { perSecond: Number.NaN, cpuPerMessage: Number.NaN, brokerLoad: Number.NaN };
  const { perSecond, messages, seconds, probed } = rate;
  const [own = Number.NaN, brokers = Number.NaN] = probed;
  return { perSecond, cpuPerMessage: (own / messages) * 1e6, brokerLoad: brokers / seconds };
}

function resultsOf(runs: ReadonlyMap<string, readonly Run[]>): Result[] {
  const bare = runs.get('bare MQTT.js') ?? [];
  const figures = (what: string, unit: string, pick: (run: Run) => number): Result[] =>
    [...runs].map(([label, each]) => resultOf(`${label}: ${what}`, unit, each.map(pick)));
  const ratio = (label: string): number[] =>
    (runs.get(label) ?? []).map((run, round) => run.perSecond / (bare[round]?.perSecond ?? Number.NaN));
  const wanted = { is: 'at least', value: 0.8, beside: 'bare MQTT.js: messages' } as const;
  return [
    ...figures('messages', '1/s', (run) => run.perSecond),
    resultOf('Mensura, backlog, over bare MQTT.js: messages', '', ratio('Mensura, backlog'), wanted),
    ...figures('processor time per message', 'µs', (run) => run.cpuPerMessage),
    ...figures("broker's share of one core", '', (run) => run.brokerLoad),
  ];
}
