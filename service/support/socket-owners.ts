/** Finds the user who owns the other end of a local connection, in the TCP socket tables of Linux. */
import { accessSync, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A connection with both ends on this computer. */
export type LocalConnection = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;

const PROC_NET = '/proc/net';

/** The kernel may omit a row while the table changes. A socket missing from this many reads counts as not listed. */
const MAX_READS = 3;

const IPV4 = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i;
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const IPV6_LOOPBACK = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

/** The kernel returns whole lines, at most 64 KiB at a time, whatever size is requested. */
const PIECE_BYTES = 64 * 1024;

/**
 * Pieces requested at once. Sequential reads would each wait for the event loop: seconds in all while a thousand
 * requests are served.
 */
const PIECES_AT_ONCE = 16;

/** A row after its addresses: state, queues, timer, retransmissions, uid, timeout, inode. */
const AFTER_ADDRESSES = /^ \S+ \S+ \S+ \S+ +(\d+) +\d+ (\d+) /;

/** An address and port in the kernel's format: 32-bit words in the processor's byte order. */
function printed(bytes: readonly number[], port: number): string {
  const words = new Uint32Array(Uint8Array.from(bytes).buffer);
  const hex = (number: number, digits: number): string => number.toString(16).toUpperCase().padStart(digits, '0');
  return `${[...words].map((word) => hex(word, 8)).join('')}:${hex(port, 4)}`;
}

type Table = 'tcp' | 'tcp6';

/** The prefix of the row for the other end, in each table. */
type Rows = Partial<Record<Table, string>>;

function rowsOf({ localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 }: LocalConnection): Rows {
  const row = (remote: readonly number[], local: readonly number[]): string =>
    `${printed(remote, remotePort)} ${printed(local, localPort)}`;
  if (remoteAddress === '::1') return { tcp6: row(IPV6_LOOPBACK, IPV6_LOOPBACK) };
  const [remote, local] = [IPV4.exec(remoteAddress), IPV4.exec(localAddress)];
  if (!remote || !local) return {};
  const [from, to] = [remote.slice(1).map(Number), local.slice(1).map(Number)];
  // Programs that only open IPv6 sockets, such as Java's, use those for IPv4 addresses.
  return { tcp: row(from, to), tcp6: row([...MAPPED, ...from], [...MAPPED, ...to]) };
}

/** @returns the addresses of a row, and the text after them */
function splitLine(line: string): [addresses: string, rest: string] {
  const start = line.indexOf(': ') + 2;
  const end = line.indexOf(' ', line.indexOf(' ', start) + 1);
  return [line.slice(start, end), line.slice(end)];
}

/** True on Linux if the tables can be read. */
export function showsSocketOwners(folder = PROC_NET): boolean {
  if (process.platform !== 'linux') return false;
  try {
    accessSync(join(folder, 'tcp'), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns undefined for the IPv6 table on a system without IPv6 */
async function openTable(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (path.endsWith('tcp6') && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

interface Lookup {
  rows: Rows;
  reads: number;
  resolve(uid: number | undefined): void;
  reject(error: unknown): void;
}

export class SocketOwners {
  readonly #folder: string;
  #waiting: Lookup[] = [];
  #isReading = false;
  /** No reads before this time, on the monotonic clock. */
  #restUntil = 0;

  /** @param folder of the tables `tcp` and `tcp6` */
  constructor(folder = PROC_NET) {
    this.#folder = folder;
  }

  /**
   * The user who owns the other end of a connection; undefined if no process has it any more or it is not listed.
   * Concurrent calls share one read, which takes milliseconds because the kernel walks all its sockets.
   * @throws Error if the tables cannot be read
   */
  ownerOf(connection: LocalConnection): Promise<number | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    this.#waiting.push({ rows: rowsOf(connection), reads: 0, resolve, reject });
    if (!this.#isReading) void this.#resolveAll();
    return promise;
  }

  async #resolveAll(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const rest = this.#restUntil - performance.now();
      if (rest > 0) await delay(rest, undefined, { ref: false });
      const lookups = new Set(this.#waiting);
      this.#waiting = [];
      const start = performance.now();
      try {
        await this.#resolve(lookups);
      } catch (error) {
        for (const { reject } of lookups) reject(error);
      }
      // Limits reading to half of the time, for any number of connections.
      const end = performance.now();
      this.#restUntil = end + (end - start);
    }
    this.#isReading = false;
  }

  /** Those not found are left for another read, or resolved as not listed. */
  async #resolve(lookups: Set<Lookup>): Promise<void> {
    for (const table of ['tcp', 'tcp6'] as const) {
      const wanted = new Map([...lookups].map((lookup) => [lookup.rows[table], lookup]));
      wanted.delete(undefined);
      if (wanted.size > 0) await this.#read(table, wanted, lookups);
    }
    for (const lookup of lookups) {
      lookup.reads += 1;
      if (lookup.reads < MAX_READS) this.#waiting.push(lookup);
      else lookup.resolve(undefined);
    }
  }

  /** Resolves found questions and removes them from both collections. */
  async #read(table: Table, wanted: Map<string | undefined, Lookup>, lookups: Set<Lookup>): Promise<void> {
    const file = await openTable(join(this.#folder, table));
    if (!file) return;
    const readPiece = async (): Promise<boolean> => {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES));
      for (const line of buffer.toString('latin1', 0, bytesRead).split('\n')) {
        const [row, rest] = splitLine(line);
        const lookup = wanted.get(row);
        const [, uid, inode] = (lookup && AFTER_ADDRESSES.exec(rest)) ?? [];
        // Without an inode, no process owns the socket, and the kernel may list it as root's.
        if (!lookup || uid === undefined || inode === '0') continue;
        lookup.resolve(Number(uid));
        wanted.delete(row);
        lookups.delete(lookup);
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
