/** The channels of the file, with their points not in blocks yet. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type ChannelRef, channelPath } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/types.ts';
import type { ClockState } from '../../support/steady-wall-clock.ts';
import { type DeclaredChannel, GAP } from '../types.ts';
import { ChannelRuns, type ChannelRunsState } from './channel-runs.ts';
import type { Entry } from './journal.ts';
import { RecentPoints } from './recent-points.ts';
import { parseStored } from './schema.ts';

export interface ChannelMetadata {
  readonly id: number;
  about: Omit<DeclaredChannel, 'slot'>;
  /** Last declaration, in milliseconds since 1970: if the unit changed, the newest is shown. */
  declared: number;
}

export interface Channel extends ChannelMetadata {
  readonly recent: RecentPoints;
  readonly lines: ChannelRuns;
  /** Newest timestamp in its blocks; -Infinity if there are none. */
  written: number;
  /** Last journal entry contained in its blocks. */
  entry: number;
}

export class ChannelTable {
  readonly #byId = new Map<number, Channel>();
  /** The channels shown, one per name. */
  readonly #byPath = new Map<string, Channel>();
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #setLine: StatementSync;
  readonly #setWritten: StatementSync;
  readonly #markDeleted: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      'INSERT INTO channel (id, family, serial, channel, unit, description, label, product, place, declared) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id',
    );
    this.#update = database.prepare(
      'UPDATE channel SET description = ?, label = ?, product = ?, place = ?, declared = ? WHERE id = ?',
    );
    this.#setLine = database.prepare('UPDATE channel SET line = ?, written = ?, entry = ? WHERE id = ?');
    this.#setWritten = database.prepare('UPDATE channel SET written = ? WHERE id = ?');
    this.#markDeleted = database.prepare('UPDATE channel SET gone = 1 WHERE id = ?');
    for (const row of database.prepare('SELECT * FROM channel WHERE gone = 0').iterate()) this.add(fromRow(row));
  }

  get all(): Iterable<Channel> {
    return this.#byId.values();
  }

  /** Channels with points not in blocks yet. */
  grown(): Channel[] {
    return [...this.all].filter(({ lines, recent }) => {
      lines.endIdle();
      return recent.length > 0;
    });
  }

  /** The newest timestamp of all readings, for a file without a stored clock; undefined without readings. */
  get newest(): ClockState | undefined {
    let at = Number.NEGATIVE_INFINITY;
    for (const { lines, written } of this.all) at = Math.max(at, written, lines.newest || at);
    return Number.isFinite(at) ? { at, aheadMs: 0 } : undefined;
  }

  byId(id: number): Channel | undefined {
    return this.#byId.get(id);
  }

  find(ref: ChannelRef): Channel | undefined {
    return this.#byPath.get(channelPath(ref));
  }

  /** By family, serial number and order in the product. */
  shown(): Channel[] {
    return [...this.#byPath.values()].toSorted(
      ({ about: a }, { about: b }) =>
        compare(a.family, b.family) ||
        compare(a.serial, b.serial) ||
        a.order - b.order ||
        compare(a.channel, b.channel),
    );
  }

  /** Adds or updates a declared channel in the file, within a transaction. Takes effect with `adopt`. */
  declare({ slot: _slot, ...about }: DeclaredChannel): ChannelMetadata {
    const { description, label, product, order } = about;
    const declared = Date.now();
    const known = this.#known(about);
    if (known) {
      this.#update.run(description, label, product, order, declared, known.id);
      return { id: known.id, about, declared };
    }
    return { id: this.#add(null, about, declared), about, declared };
  }

  /**
   * Copies a channel of another file, with its id, into this new one, within a transaction; takes effect with `add`.
   */
  copy({ id, about, declared }: Channel): void {
    this.#add(id, about, declared);
  }

  /** To be called after the transaction of `declare` is committed. */
  adopt({ id, about, declared }: ChannelMetadata): void {
    const channel = this.#byId.get(id) ?? newChannel(id, about, declared);
    channel.about = about;
    channel.declared = declared;
    this.add(channel);
  }

  add(channel: Channel): void {
    this.#byId.set(channel.id, channel);
    const path = channelPath(channel.about);
    const shown = this.#byPath.get(path);
    if (!shown || shown.declared <= channel.declared) this.#byPath.set(path, channel);
  }

  /** Applies committed readings and gaps; ignores those of deleted channels. */
  apply({ id, begins, channels, at, values }: Entry): void {
    if (begins) this.interrupt(id);
    for (let index = 0; index < channels.length; index += 1) {
      const channel = this.#byId.get(channels[index] ?? 0);
      if (!channel || channel.entry >= id) continue;
      const value = values[index] ?? Number.NaN;
      if (value === GAP) channel.lines.interrupt();
      else channel.lines.add(at[index] ?? 0, Number.isFinite(value) ? value : Number.NaN);
    }
  }

  /** Adds a gap to every channel. @param id of the journal entry that demands it */
  interrupt(id = Number.POSITIVE_INFINITY): void {
    for (const { lines, entry } of this.#byId.values()) if (entry < id) lines.interrupt();
  }

  /**
   * Saves a channel's runs, within a transaction.
   * @param written newest timestamp in its blocks
   * @param entry last journal entry in its blocks
   */
  save({ id, lines }: Channel, written: number, entry: number): void {
    this.#setLine.run(JSON.stringify(lines.state()), written, entry, id);
  }

  /** Saves the newest timestamp in the blocks of a channel, within a transaction; -Infinity if there are none. */
  saveWritten(id: number, written: number): void {
    this.#setWritten.run(Number.isFinite(written) ? written : null, id);
  }

  /** All channels of a device, shown or not. */
  of({ family, serial }: DeviceKey): Channel[] {
    return [...this.#byId.values()].filter(({ about }) => about.family === family && about.serial === serial);
  }

  /** Within a transaction; takes effect with `remove`. */
  markDeleted(channels: readonly Channel[]): void {
    for (const { id } of channels) this.#markDeleted.run(id);
  }

  remove(channels: readonly Channel[]): void {
    for (const { id, about } of channels) {
      this.#byId.delete(id);
      this.#byPath.delete(channelPath(about));
    }
  }

  #add(id: number | null, about: Channel['about'], declared: number): number {
    const { family, serial, channel, unit, description, label, product, order } = about;
    const row = this.#insert.get(id, family, serial, channel, unit, description, label, product, order, declared);
    return Number(row?.['id']);
  }

  #known(about: Channel['about']): Channel | undefined {
    const shown = this.find(about);
    if (!shown || shown.about.unit === about.unit) return shown;
    return this.of(about).find(
      (channel) => channel.about.channel === about.channel && channel.about.unit === about.unit,
    );
  }
}

function newChannel(id: number, about: Channel['about'], declared: number, state: ChannelRunsState = {}): Channel {
  const recent = new RecentPoints();
  const lines = new ChannelRuns((at, value) => recent.push(at, value), state);
  return { id, about, declared, recent, lines, written: Number.NEGATIVE_INFINITY, entry: 0 };
}

function fromRow(row: Record<string, unknown>): Channel {
  const text = (name: string): string => String(row[name]);
  const about = {
    family: text('family') as Channel['about']['family'],
    serial: text('serial'),
    channel: text('channel'),
    unit: text('unit'),
    description: text('description'),
    // A damaged file of an older version is read as it is.
    label: row['label'] === undefined ? '' : text('label'),
    product: text('product'),
    order: Number(row['place']),
  };
  const state = row['line'] === null ? {} : parseStored<ChannelRunsState>(row['line']);
  const channel = newChannel(Number(row['id']), about, Number(row['declared']), state);
  if (typeof row['written'] === 'number') channel.written = row['written'];
  channel.entry = Number(row['entry']);
  return channel;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
