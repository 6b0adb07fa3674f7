/**
 * The user's tools in one process: a reader of the event stream that checks every timestamp, and repeated requests for
 * the values of all devices. The task is JSON in the first argument.
 */
import type { ReadingsEvent } from '../../../../service/contract/index.ts';
import { openEventStream } from '../../event-stream.ts';
import { quantile } from '../../statistics.ts';
import type { Question } from './own-figures.ts';

export interface ClientTask {
  url: string;
  /** Milliseconds between requests; a longer one delays the next. */
  askEveryMs: number;
}

export interface ClientFigures {
  /** Channel readings received in all, and in the window. */
  readings: number;
  readingsOfWindow: number;
  /** Number of events and requests in the window. */
  eventsOfWindow: number;
  requestsOfWindow: number;
  /** Milliseconds from the timestamp of a reading to its event, in the window; NaN without events. */
  delayP50: number;
  delayP99: number;
  /** Milliseconds from a request to its complete response, in the window. */
  apiP50: number;
  apiP99: number;
}

const { url, askEveryMs } = JSON.parse(process.argv[2] ?? '') as ClientTask;
let readings = 0;
let readingsBefore = 0;
let delays: number[] = [];
let answers: number[] = [];

// This channel closes when the parent ends, however it ends.
process.once('disconnect', () => process.exit(0));
process.on('message', (question: Question) => {
  if (question === 'begin') {
    readingsBefore = readings;
    [delays, answers] = [[], []];
  } else {
    process.send?.(figures());
  }
});

function figures(): ClientFigures {
  const of = (values: number[], q: number): number => (values.length > 0 ? quantile(values, q) : Number.NaN);
  return {
    readings,
    readingsOfWindow: readings - readingsBefore,
    eventsOfWindow: delays.length,
    requestsOfWindow: answers.length,
    delayP50: of(delays, 0.5),
    delayP99: of(delays, 0.99),
    apiP50: of(answers, 0.5),
    apiP99: of(answers, 0.99),
  };
}

function hear(name: string, data: unknown): void {
  if (name !== 'readings') return;
  const { timestamp, values } = data as ReadingsEvent;
  readings += Object.keys(values).length;
  delays.push(performance.timeOrigin + performance.now() - Date.parse(timestamp));
}

let asking = false;
async function ask(): Promise<void> {
  if (asking) return;
  asking = true;
  const began = performance.now();
  const answer = await fetch(`${url}/3.7.0/devices/gateway/measurements`);
  await answer.text();
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
  answers.push(performance.now() - began);
  asking = false;
}

await openEventStream(url, hear);
setInterval(() => void ask(), askEveryMs);
process.send?.('ready');
