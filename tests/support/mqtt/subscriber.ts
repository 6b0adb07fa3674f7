/** An independent witness of what a broker hands out: `mosquitto_sub`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { atEnd } from '../at-end.ts';
import { endsWithUs } from '../ends-with-us.ts';
import { requireProgram } from '../programs.ts';
import { until } from '../until.ts';

/** A message as the witness was given it. */
export interface WitnessedMessage {
  topic: string;
  payload: string;
  /** As it was published, for live messages of MQTT 5; true for what was retained when the witness came. */
  retain: boolean;
  qos: 0 | 1 | 2;
  /** MQTT 5 message expiry interval in seconds, what was left of it; null where there is none. */
  expiry: number | null;
}

export interface SubscriberOptions {
  /** A topic filter; everything but `$SYS` unless given. */
  filter?: string;
  /** 1 unless given: with 2, mosquitto_sub 2.0 fails when messages come fast. */
  qos?: 0 | 1 | 2;
  user?: string;
  password?: string;
  /** The broker's session for it outlives a broken connection, so that a restart loses nothing. Default false. */
  keepSession?: boolean;
  /** Further flags, as in `['--cafile', path]`. */
  args?: readonly string[];
}

export interface Subscriber {
  /** Everything that came, in order. */
  readonly messages: readonly WitnessedMessage[];
  /** The messages of one topic, in order. */
  on(topic: string): WitnessedMessage[];
  /** Waits until the predicate holds for a message, those that came before included, and answers the first. */
  wait(what: string, predicate: (message: WitnessedMessage) => boolean, patienceMs?: number): Promise<WitnessedMessage>;
  /** Waits until at least so many messages came. */
  waitForCount(count: number, patienceMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Marks our lines among those of the program's own. QoS, retain, length, expiry, payload, topic: the topic may have any sign. */
const FORMAT = 'message|%q|%r|%E|%x|%t';
const LINE = /^message\|([012])\|([01])\|(\d*)\|([0-9a-f]*)\|(.*)$/;

function parse(line: string): WitnessedMessage | undefined {
  const [, qos, retain, expiry, payload = '', topic = ''] = LINE.exec(line) ?? [];
  if (qos === undefined) return undefined;
  return {
    topic,
    payload: Buffer.from(payload, 'hex').toString(),
    retain: retain === '1',
    qos: Number(qos) as 0 | 1 | 2,
    expiry: expiry ? Number(expiry) : null,
  };
}

let count = 0;

/** Subscribes with MQTT 5; resolves when the broker confirmed the subscription. Ended at the end of the test file. */
export async function subscribe(port: number, options: SubscriberOptions = {}): Promise<Subscriber> {
  const { filter = '#', qos = 1, user, password, keepSession = false, args = [] } = options;
  count += 1;
  const flags = ['-h', '127.0.0.1', '-p', String(port), '-V', '5', '-q', String(qos), '-t', filter, '-F', FORMAT];
  flags.push('-d', '--retain-as-published', '-i', `witness-${process.pid}-${count}`);
  if (keepSession) flags.push('-c');
  if (user !== undefined) flags.push('-u', user);
  if (password !== undefined) flags.push('-P', password);
  // Into a pipe it would keep the line that says "subscribed" to itself.
  const command = ['-oL', requireProgram('mosquitto_sub'), ...flags, ...args];
  const child = spawn(requireProgram('stdbuf'), command, { stdio: ['ignore', 'pipe', 'pipe'] });
  endsWithUs(child);
  const messages: WitnessedMessage[] = [];
  let said = '';
  let subscribed = false;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const message = parse(line);
    if (message) messages.push(message);
    else if (line.startsWith('Subscribed')) subscribed = true;
    else if (!subscribed) said += `${line}\n`;
  });
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (): Promise<void> => {
    if (!ended()) {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
    lines.close();
  };
  atEnd(stop);
  await until('the witness to be subscribed', () => subscribed || ended());
  if (!subscribed) throw new Error(`mosquitto_sub ended with code ${child.exitCode}. It said:\n${said}`);
  return {
    messages,
    on: (topic) => messages.filter((message) => message.topic === topic),
    wait: (what, predicate, patienceMs) => until(what, () => messages.find(predicate), patienceMs),
    waitForCount: async (expected, patienceMs) => {
      await until(`${expected} messages`, () => messages.length >= expected, patienceMs);
    },
    stop,
  };
}
