/** Observers of a measured program. */
import { fork } from 'node:child_process';
import type { AtEnd } from '../../support/ends.ts';
import { startWitness } from '../../support/load/witness.ts';
import { serverPath } from '../build-servers.ts';
import { PATIENCE_MS } from '../patience.ts';
import { messageOf, watchProcess } from '../watch.ts';
import type { ClientFigures, ClientTask } from './programs/client.ts';
import type { Question } from './programs/own-figures.ts';

/** Time between requests, in milliseconds. */
const ASK_EVERY_MS = 50;

const TIMESTAMP = /"timestamp":"([^"]+)"/;

/** A reader of the event stream and a program that sends requests, in one process. */
export interface ClientProcess {
  begin(): void;
  figures(): Promise<ClientFigures>;
}

/** Resolves when the stream is open. */
export async function startClient(atEnd: AtEnd, url: string): Promise<ClientProcess> {
  const task: ClientTask = { url, askEveryMs: ASK_EVERY_MS };
  const child = fork(serverPath('scalingClient'), [JSON.stringify(task)], { execArgv: [] });
  const watched = watchProcess(child, 'scalingClient');
  atEnd(() => {
    watched();
    child.kill('SIGKILL');
  });
  const message = (): Promise<unknown> => messageOf(child, 'scalingClient', PATIENCE_MS);
  await message();
  return {
    begin: () => child.send('begin' satisfies Question),
    figures: async () => {
      const answer = message();
      child.send('end' satisfies Question);
      return (await answer) as ClientFigures;
    },
  };
}

/** The subscriber of the broker. */
export interface Arrivals {
  /** Messages received. */
  readonly messages: number;
  /** Milliseconds from the timestamp of each reading to its arrival, since `begin`. */
  readonly delays: readonly number[];
  begin(): void;
}

/** Subscribes with QoS 1, so that missing messages were not published. */
export async function watchBroker(atEnd: AtEnd, port: number): Promise<Arrivals> {
  let messages = 0;
  let delays: number[] = [];
  await startWitness(atEnd, {
    port,
    qos: 1,
    format: '%U %p',
    onLine: (line) => {
      messages += 1;
      const moment = Date.parse(TIMESTAMP.exec(line)?.[1] ?? '');
      delays.push(Number(line.slice(0, line.indexOf(' '))) * 1000 - moment);
    },
  });
  return {
    get messages() {
      return messages;
    },
    get delays() {
      return delays;
    },
    begin: () => {
      delays = [];
    },
  };
}
