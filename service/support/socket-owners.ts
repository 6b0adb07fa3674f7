/** Which user owns the other end of a connection inside this computer: Linux lists that in its tables of TCP sockets. */
import { accessSync, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A connection whose both ends are on this computer. */
export type LocalConnection = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;

/** Where Linux has the tables. */
const PROC_NET = '/proc/net';

/** The kernel may leave a row out while the table changes: so often is it read before a socket counts as not listed. */
const MAX_READS = 3;

const IPV4 = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i;
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const IPV6_LOOPBACK = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

/** The kernel gives a page of whole lines at a time, however much is asked for: pages have 64 KiB at most. */
const PIECE_BYTES = 64 * 1024;

/**
 * So many pieces are asked for at once, in whatever order they come: one after the other, each would wait for the event
 * loop, which takes seconds in all where a thousand connections are being answered.
 */
const PIECES_AT_ONCE = 16;

/** A row behind its addresses: state, queues, timer, retransmissions, uid, timeout, inode. */
const AFTER_ADDRESSES = /^ \S+ \S+ \S+ \S+ +(\d+) +\d+ (\d+) /;

/** An address and a port as the kernel prints them: words of 32 bits in the byte order of the processor. */
function printed(bytes: readonly number[], port: number): string {
  const words = new Uint32Array(Uint8Array.from(bytes).buffer);
  const hex = (number: number, digits: number): string => number.toString(16).toUpperCase().padStart(digits, '0');
  return `${[...words].map((word) => hex(word, 8)).join('')}:${hex(port, 4)}`;
}

type Table = 'tcp' | 'tcp6';

/** How the other end of a connection stands in each table. */
type Rows = Partial<Record<Table, string>>;

function rowsOf({ localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 }: LocalConnection): Rows {
  const row = (remote: readonly number[], local: readonly number[]): string =>
    `${printed(remote, remotePort)} ${printed(local, localPort)}`;
  if (remoteAddress === '::1') return { tcp6: row(IPV6_LOOPBACK, IPV6_LOOPBACK) };
  const [remote, local] = [IPV4.exec(remoteAddress), IPV4.exec(localAddress)];
  if (!remote || !local) return {};
  const [from, to] = [remote.slice(1).map(Number), local.slice(1).map(Number)];
  // Programs that open IPv6 sockets alone, as Java does, reach IPv4 addresses with those.
  return { tcp: row(from, to), tcp6: row([...MAPPED, ...from], [...MAPPED, ...to]) };
}

/** @returns the addresses that a line of a table is about, and what stands behind them */
function splitLine(line: string): [addresses: string, rest: string] {
  const begin = line.indexOf(': ') + 2;
  const end = line.indexOf(' ', line.indexOf(' ', begin) + 1);
  return [line.slice(begin, end), line.slice(end)];
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

/** @returns undefined for the table of IPv6 on a system without IPv6 */
async function openTable(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (path.endsWith('tcp6') && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

interface Question {
  rows: Rows;
  reads: number;
  resolve(uid: number | undefined): void;
  reject(error: unknown): void;
}

export class SocketOwners {
  readonly #folder: string;
  /** At most one for each open connection. */
  #waiting: Question[] = [];
  #isReading = false;
  /** Until when the tables are left alone, by the monotonic clock. */
  #restUntil = 0;

  /** @param folder where the tables `tcp` and `tcp6` are */
  constructor(folder = PROC_NET) {
    this.#folder = folder;
  }

  /**
   * The user who owns the other end of a connection; undefined where no process has it any more, or it is not listed.
   * One read answers all who ask meanwhile. It takes milliseconds: the kernel walks through all of its sockets.
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
      const asked = new Set(this.#waiting);
      this.#waiting = [];
      const begin = performance.now();
      try {
        await this.#answer(asked);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
      // However many connections come, no more than half of the time goes into reading.
      const end = performance.now();
      this.#restUntil = end + (end - begin);
    }
    this.#isReading = false;
  }

  /** Reads the tables until all are answered; those that are not found are left for another read, or answered so. */
  async #answer(asked: Set<Question>): Promise<void> {
    for (const table of ['tcp', 'tcp6'] as const) {
      const wanted = new Map([...asked].map((question) => [question.rows[table], question]));
      wanted.delete(undefined);
      if (wanted.size > 0) await this.#read(table, wanted, asked);
    }
    for (const question of asked) {
      question.reads += 1;
      if (question.reads < MAX_READS) this.#waiting.push(question);
      else question.resolve(undefined);
    }
  }

  /** Answers those whose rows are wanted and found, and takes them away from both. */
  async #read(table: Table, wanted: Map<string | undefined, Question>, asked: Set<Question>): Promise<void> {
    const file = await openTable(join(this.#folder, table));
    if (!file) return;
    const readPiece = async (): Promise<boolean> => {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES));
      for (const line of buffer.toString('latin1', 0, bytesRead).split('\n')) {
        const [row, rest] = splitLine(line);
        const question = wanted.get(row);
        const [, uid, inode] = (question && AFTER_ADDRESSES.exec(rest)) ?? [];
        // Without an inode no process has the socket any more; the kernel may show it as root's then.
        if (!question || uid === undefined || inode === '0') continue;
        question.resolve(Number(uid));
        wanted.delete(row);
        asked.delete(question);
      }
      return bytesRead > 0;
    };
    try {
      let isMore = true;
      while (isMore && wanted.size > 0) {
        const pieces = await Promise.all(Array.from({ length: PIECES_AT_ONCE }, readPiece));
        isMore = pieces.every((hasRead) => hasRead);
      }
    } finally {
      await file.close();
    }
  }
}
