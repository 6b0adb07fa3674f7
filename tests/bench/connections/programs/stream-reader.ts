/** One client of an event stream over a raw socket, which counts events and readings at little cost. */
import { connect } from 'node:net';
import type { Pace } from '../telling.ts';

/** The end of every event. Chunks of HTTP begin and end where events do, or between an id and its event. */
const END = '\n\n';
const READINGS = 'event: readings\n';
const MAGNITUDE = '"magnitude":';
const TIMESTAMP = '"timestamp":"';
const TIMESTAMP_LENGTH = '2026-11-20T14:45:12.318Z'.length;

/** Interval in milliseconds and bytes of a slow read: 1 kB per second. */
const SIP_MS = 100;
const SIP_BYTES = 100;

export class StreamReader {
  /** All events with readings received, and their channel readings. */
  events = 0;
  readings = 0;
  /** Of each event, if wanted: its timestamp, and milliseconds from that to its arrival. */
  readonly stamps: number[] = [];
  readonly delays: number[] = [];
  hasEnded = false;
  readonly #isWatched: boolean;
  #sips: NodeJS.Timeout | undefined;
  #rest = '';

  constructor({ hostname, port }: URL, pace: Pace, isWatched: boolean) {
    this.#isWatched = isWatched;
    const socket = connect({ host: hostname, port: Number(port) });
    socket.setEncoding('latin1');
    socket.write(`GET /app/v1/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.hasEnded = true;
      clearInterval(this.#sips);
    });
    if (pace === 'quick') socket.on('data', (text: string) => this.#take(text));
    // A socket without listeners reads nothing; one that is read in small pieces reads no more than these.
    else if (pace === 'slow') this.#sips = setInterval(() => void socket.read(SIP_BYTES), SIP_MS);
  }

  #take(text: string): void {
    const now = performance.timeOrigin + performance.now();
    const all = this.#rest + text;
    let begin = 0;
    for (let end = all.indexOf(END); end >= 0; end = all.indexOf(END, begin)) {
      this.#hear(all.slice(begin, end), now);
      begin = end + END.length;
    }
    this.#rest = all.slice(begin);
  }

  #hear(event: string, now: number): void {
    if (!event.includes(READINGS)) return;
    this.events += 1;
    for (let at = event.indexOf(MAGNITUDE); at >= 0; at = event.indexOf(MAGNITUDE, at + 1)) this.readings += 1;
    if (!this.#isWatched) return;
    const at = event.indexOf(TIMESTAMP) + TIMESTAMP.length;
    const stamp = Date.parse(event.slice(at, at + TIMESTAMP_LENGTH));
    this.stamps.push(stamp);
    this.delays.push(now - stamp);
  }
}
