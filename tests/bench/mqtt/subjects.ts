/** Publishers to one broker, measured one after the other. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { addClients, clientStatus, dataFolder, type Load, startPublishing } from '../../support/load/publishing.ts';
import { findProgram } from '../../support/programs.ts';
import { startWatchedPublishing } from '../services.ts';
import { watchProcess } from '../watch.ts';
import { Account } from './account.ts';
import { startPublisher } from './publisher-process.ts';
import type { Recording } from './recording.ts';
import { takeSnapshot } from './snapshot.ts';

/** A publisher at full speed. */
export interface Subject {
  label: string;
  /** Maximum number of messages: a measurement that reaches it does not count. */
  supply: number;
  /** Minimum time of counting in milliseconds, if shorter than for the others. */
  durationMs?: number;
  /** Starts publishing. @returns the process whose processor time counts */
  start(atEnd: AtEnd): Promise<Started>;
}

export interface Started {
  pid: number;
  /** The service's account of its readings at the end; undefined without one. */
  tell?: () => Promise<Told>;
}

export interface Told {
  /** Acknowledged messages. */
  published: number;
  /** Readings that are neither acknowledged, queued, nor counted as discarded. */
  unaccounted: number;
}

/** MQTT.js as its documentation shows it. */
export function bareSubject(port: number, { json }: Recording, inFlight: number): Subject {
  return {
    label: 'bare MQTT.js',
    supply: Number.POSITIVE_INFINITY,
    start: async (atEnd) => ({
      pid: startPublisher(atEnd, { port, recording: json, manner: { flood: { inFlight } } }).pid,
    }),
  };
}

/** `mosquitto_pub -l` with the same payloads, on the one topic that it supports. */
export function pubSubject(port: number, { messages }: Recording, inFlight: number, supply: number): Subject {
  return {
    label: 'mosquitto_pub -l',
    supply,
    start: async (atEnd) => {
      const flags = ['-l', '-q', '1', '-M', String(inFlight), '-t', 'bench/SIM00001/measurement'];
      const child = spawn(findProgram('mosquitto_pub') ?? '', ['-h', '127.0.0.1', '-p', String(port), ...flags], {
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      const release = watchProcess(child, 'mosquitto_pub');
      atEnd(async () => {
        release();
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      });
      // Its end breaks the pipe.
      child.stdin.on('error', () => {});
      // It loses unsent lines when its input ends, so the input stays open.
      const block = `${messages.map(({ payload }) => payload).join('\n')}\n`;
      for (let written = 0; written < supply; written += messages.length) child.stdin.write(block);
      return { pid: child.pid ?? 0 };
    },
  };
}

/** The service with simulated devices. */
export function liveSubject(port: number, load: Load): Subject {
  return {
    label: `Mensura, live at ${((load.devices * 1000) / load.periodMs).toLocaleString('en')}/s`,
    supply: Number.POSITIVE_INFINITY,
    start: async (atEnd) => {
      const folder = await dataFolder(atEnd);
      const first = await startPublishing(atEnd, folder);
      await addClients(first.url, { live: port });
      await first.stop();
      const { url, process } = await startWatchedPublishing(atEnd, folder, load);
      const account = await Account.open(url, load.devices);
      return {
        pid: process.pid ?? 0,
        tell: async () => ({
          unaccounted: await account.unaccounted(),
          published: (await takeSnapshot(url)).published,
        }),
      };
    },
  };
}

/** Less than one interval of the broker's count: the outbox is empty after a few. */
const BACKLOG_MS = 1500;

/** The service without devices, sending its backlog. */
export function backlogSubject(backlog: Backlog): Subject {
  return {
    label: 'Mensura, backlog',
    supply: backlog.messages,
    durationMs: BACKLOG_MS,
    start: async (atEnd) => {
      const folder = await dataFolder(atEnd);
      await cp(backlog.folder, folder, { recursive: true });
      const { url, process } = await startWatchedPublishing(atEnd, folder);
      return {
        pid: process.pid ?? 0,
        tell: async () => {
          const { published, queued, dropped } = await takeSnapshot(url);
          return { published, unaccounted: Math.max(0, backlog.messages - published - queued - dropped) };
        },
      };
    },
  };
}

/** A data folder with a backlog. */
export interface Backlog {
  folder: string;
  messages: number;
}

/**
 * Collects readings in the service's outbox while nothing listens on the port.
 * @param parent the parent of the new folder
 */
export async function collectBacklog(parent: string, port: number, load: Load, messages: number): Promise<Backlog> {
  const folder = await mkdtemp(join(parent, 'backlog-'));
  const queued = await withEnds(async (atEnd) => {
    const first = await startPublishing(atEnd, folder);
    await addClients(first.url, { backlog: port });
    await first.stop();
    const service = await startPublishing(atEnd, folder, load);
    let waiting = 0;
    while (waiting < messages) {
      await delay(200);
      waiting = (await clientStatus(service.url, 'backlog')).queued;
    }
    await service.stop();
    return waiting;
  });
  return { folder, messages: queued };
}
