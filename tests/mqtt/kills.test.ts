/** A service that is killed, in short; `npm run soak -- --only client-changes,outbox-kills` is the long form. */
import { describe, expect, test } from 'vitest';
import { clientChanges } from '../soak/client-changes.ts';
import { outboxKills } from '../soak/outbox-kills.ts';
import { ClientBook, type Entry } from '../soak/support/client-book.ts';

const KILLS = 3;

/** Longer than anything that is waited for within, so that everything that was started is ended. */
const PATIENCE_MS = 900_000;

/** Another one each time; the failure names it. */
const seed = 1 + Math.floor(Math.random() * 1e8);

describe('the book of confirmed changes', () => {
  const entry = (keep_alive: number): Entry => ({ name: 'lab', port: 1883, keep_alive, password_set: false });
  const open = (...identifiers: string[]) => {
    const book = new ClientBook();
    book.begin(new Map(identifiers.map((identifier) => [identifier, entry(60)])));
    return book;
  };

  test('a change that was not answered is there as a whole or not at all', () => {
    expect(open('one', 'two').audit(new Map())).toEqual([]);
    expect(
      open('one', 'two').audit(
        new Map([
          ['one', entry(60)],
          ['two', entry(60)],
        ]),
      ),
    ).toEqual([]);
    expect(open('one', 'two').audit(new Map([['one', entry(60)]]))).toEqual(['a change of one, two is stored in part']);
  });

  test('a confirmed change that is not there is found', () => {
    const book = new ClientBook();
    const change = new Map([['one', entry(60)]]);
    book.begin(change);
    book.settle(change, true);
    expect(book.audit(new Map([['one', entry(61)]]))).toHaveLength(1);
    expect(book.audit(new Map())).toHaveLength(1);
    expect(book.audit(new Map())).toEqual([]);
  });
});

test.concurrent(
  'MQTT clients: the file always reads, and no confirmed change is lost',
  async () => {
    const { facts, problems } = await clientChanges({ kills: KILLS, seed });
    expect(problems, facts.join('\n')).toEqual([]);
  },
  PATIENCE_MS,
);

test.concurrent(
  'readings that waited on disk before the last second arrive after a kill',
  async () => {
    const load = { devices: 5, periodMs: 10 };
    const { facts, problems } = await outboxKills({ load, kills: KILLS, runMs: { min: 4000, max: 5000 }, seed });
    expect(problems, facts.join('\n')).toEqual([]);
  },
  PATIENCE_MS,
);
