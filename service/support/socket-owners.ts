/** Which user owns the other end of a connection inside this computer: Linux lists that in its tables of TCP sockets. */
import { accessSync, constants, createReadStream } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A connection whose both ends are on this computer. */
export type LocalConnection = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;

/** Where Linux has the tables. */
const PROC_NET = '/proc/net';

/** The kernel may leave a row out while the table changes: so often is it read before a socket counts as not listed. */
const MAX_READS = 3;

/** After a read the tables rest for so many times as long as it took: lookups never take more than a fifth of the time. */
const REST_FACTOR = 4;

const IPV4 = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i;
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const IPV6_LOOPBACK = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

/** A row behind its addresses: state, queues, timer, retransmissions, uid, timeout, inode. */
const AFTER_ADDRESSES = /^ \S+ \S+ \S+ \S+ +(\d+) +\d+ (\d+) /;

/** An address and a port as the kernel prints them: words of 32 bits in the byte order of the processor. */
function printed(bytes: readonly number[], port: number): string {
  const words = new Uint32Array(Uint8Array.from(bytes).buffer);
  const hex = (number: number, digits: number): string => number.toString(16).toUpperCase().padStart(digits, '0');
  return `${[...words].map((word) => hex(word, 8)).join('')}:${hex(port, 4)}`;
}

/** The addresses with which the other end of a connection stands in the table of each family. */
function rowsOf({ localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 }: LocalConnection): string[] {
  const row = (remote: readonly number[], local: readonly number[]): string =>
    `${printed(remote, remotePort)} ${printed(local, localPort)}`;
  if (remoteAddress === '::1') return [row(IPV6_LOOPBACK, IPV6_LOOPBACK)];
  const [remote, local] = [IPV4.exec(remoteAddress), IPV4.exec(localAddress)];
  if (!remote || !local) return [];
  const [from, to] = [remote.slice(1).map(Number), local.slice(1).map(Number)];
  // Programs that open IPv6 sockets alone, as Java does, reach IPv4 addresses with those.
  return [row(from, to), row([...MAPPED, ...from], [...MAPPED, ...to])];
}

/** Puts the owner of the socket that a line is about into `owners`, where its addresses are wanted. */
function readLine(line: string, wanted: ReadonlySet<string>, owners: Map<string, number>): void {
  const begin = line.indexOf(': ') + 2;
  const end = line.indexOf(' ', line.indexOf(' ', begin) + 1);
  const row = line.slice(begin, end);
  if (!wanted.has(row)) return;
  const [, uid, inode] = AFTER_ADDRESSES.exec(line.slice(end)) ?? [];
  // Without an inode no process has the socket any more; the kernel may show it as root's then.
  if (uid !== undefined && inode !== '0') owners.set(row, Number(uid));
}

/** Whether the system shows the owners of sockets: Linux does, where its tables can be read. */
export function showsSocketOwners(folder = PROC_NET): boolean {
  if (process.platform !== 'linux') return false;
  try {
    accessSync(join(folder, 'tcp'), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

interface Question {
  rows: readonly string[];
  reads: number;
  resolve(uid: number | undefined): void;
  reject(error: unknown): void;
}

export class SocketOwners {
  readonly #folder: string;
  /** At most one for each open connection. */
  #waiting: Question[] = [];
  #isReading = false;
  /** Until when the tables rest, by the monotonic clock. */
  #restUntil = 0;

  /** @param folder where the tables `tcp` and `tcp6` are */
  constructor(folder = PROC_NET) {
    this.#folder = folder;
  }

  /**
   * The user who owns the other end of a connection; undefined where no process has it any more, or it is not listed.
   * One read of the tables answers all who ask meanwhile.
   * @throws Error where the tables cannot be read
   */
  ownerOf(connection: LocalConnection): Promise<number | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    this.#waiting.push({ rows: rowsOf(connection), reads: 0, resolve, reject });
    if (!this.#isReading) void this.#answerAll();
    return promise;
  }

  async #answerAll(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const rest = this.#restUntil - performance.now();
      if (rest > 0) await delay(rest, undefined, { ref: false });
      const asked = this.#waiting;
      this.#waiting = [];
      const begin = performance.now();
      try {
        const owners = await this.#read(new Set(asked.flatMap(({ rows }) => rows)));
        for (const question of asked) this.#answer(question, owners);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
      this.#restUntil = performance.now() + REST_FACTOR * (performance.now() - begin);
    }
    this.#isReading = false;
  }

  #answer(question: Question, owners: ReadonlyMap<string, number>): void {
    const row = question.rows.find((candidate) => owners.has(candidate));
    question.reads += 1;
    if (row === undefined && question.reads < MAX_READS) this.#waiting.push(question);
    else question.resolve(row === undefined ? undefined : owners.get(row));
  }

  async #read(wanted: ReadonlySet<string>): Promise<Map<string, number>> {
    const owners = new Map<string, number>();
    for (const table of ['tcp', 'tcp6']) {
      let begun = '';
      try {
        for await (const chunk of createReadStream(join(this.#folder, table), 'latin1')) {
          const lines = `${begun}${String(chunk)}`.split('\n');
          begun = lines.pop() ?? '';
          for (const line of lines) readLine(line, wanted, owners);
        }
      } catch (error) {
        // A system without IPv6 has no such table.
        if (table === 'tcp' || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return owners;
  }
}
