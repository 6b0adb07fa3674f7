/** An independent subscriber for much traffic: `mosquitto_sub`, whose lines are handed on as they come. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { AtEnd } from '../ends.ts';
import { endsWithUs } from '../ends-with-us.ts';
import { requireProgram } from '../programs.ts';

export interface WitnessOptions {
  port: number;
  /** The readings of every client unless given. */
  filter?: string;
  /** With 1 nothing is lost; 0 costs the broker less. Default 1. */
  qos?: 0 | 1;
  /** What is printed of a message, in the words of `mosquitto_sub -F`. The payload unless given. */
  format?: string;
  onLine: (line: string) => void;
}

export interface Witness {
  readonly pid: number;
  stop(): Promise<void>;
}

let count = 0;

/** Subscribes; resolves when nothing published from now on can be missed. A broken connection is taken up again. */
export async function startWitness(atEnd: AtEnd, options: WitnessOptions): Promise<Witness> {
  const { port, filter = '+/+/measurement', qos = 1, format = '%p', onLine } = options;
  count += 1;
  const program = requireProgram('mosquitto_sub');
  // MQTT 3.1.1 with a session of its own at the broker: it outlives a broken connection.
  const session = ['-h', '127.0.0.1', '-p', String(port), '-c', '-i', `witness-${process.pid}-${count}`];
  const subscription = [...session, '-q', String(qos), '-t', filter];
  const { status, stderr } = spawnSync(program, [...subscription, '-E'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mosquitto_sub could not subscribe: ${stderr}`);
  const child = spawn(program, [...subscription, '-F', format], { stdio: ['ignore', 'pipe', 'ignore'] });
  endsWithUs(child);
  const lines = createInterface({ input: child.stdout });
  lines.on('line', onLine);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
    lines.close();
  };
  atEnd(stop);
  return { pid: child.pid ?? 0, stop };
}
