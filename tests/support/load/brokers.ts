/** Mosquitto for load: it writes no log of single packets. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AtEnd } from '../ends.ts';
import { launchMosquitto, MosquittoBroker, type MosquittoOptions, removeMosquitto } from '../mqtt/broker.ts';

/** Its start is still told, which is what is waited for. */
const QUIET = ['log_type none', 'log_type information', 'log_type warning', 'log_type error'];

/**
 * Starts a broker without persistence.
 * @param more what else it must be told
 */
export async function quietBroker(atEnd: AtEnd, more: MosquittoOptions = {}): Promise<MosquittoBroker> {
  const broker = await launchMosquitto({ ...more, settings: [...QUIET, ...(more.settings ?? [])] });
  atEnd(() => removeMosquitto(broker));
  return broker;
}

/**
 * Makes a broker that keeps sessions and what waits for them over a stop in good order, not over a kill: it writes when
 * it ends, and not at each of thousands of messages. Not started.
 */
export async function keepingBroker(atEnd: AtEnd): Promise<MosquittoBroker> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-mosquitto-'));
  const lazily = ['autosave_on_changes false', 'autosave_interval 0'];
  const broker = new MosquittoBroker(folder, { persistence: true, settings: [...QUIET, ...lazily] });
  atEnd(() => removeMosquitto(broker));
  return broker;
}
