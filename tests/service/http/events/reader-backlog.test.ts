import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppDevice, ReadingsEvent } from '../../../../service/contract/index.ts';
import { ReaderBacklog, type ReaderCursor } from '../../../../service/http/events/reader-backlog.ts';
import {
  createEvent,
  entityEvent,
  readingsEvent,
  readingsIn,
  readingsKey,
  type UnsequencedEvent,
} from '../../../../service/http/events/stream-event.ts';
import { appDevice } from '../../../support/views/devices.ts';

function readings(serial: string, at: number, values: Record<string, number | null>): UnsequencedEvent {
  const data: ReadingsEvent = {
    family: 'usb',
    serial,
    timestamp: new Date(at).toISOString(),
    values: Object.fromEntries(Object.entries(values).map(([name, magnitude]) => [name, { magnitude, unit: 'V' }])),
  };
  return readingsEvent(readingsKey(`usb/${serial}`), JSON.stringify(data));
}

function state(serial: string, note: string): UnsequencedEvent {
  return entityEvent({ kind: 'device', key: `usb/${serial}`, value: { ...appDevice({ serial }), note } });
}

function gone(serial: string): UnsequencedEvent {
  return entityEvent({ kind: 'device', key: `usb/${serial}`, value: null, reason: 'unplugged' });
}

/** What a reader hears, in short: a state's text, `gone`, or the values of a moment. */
function drain(place: ReaderCursor): string[] {
  const heard: string[] = [];
  for (let body = place.next(); body; body = place.next()) {
    const [, name, json] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(body.toString()) ?? [];
    const data = JSON.parse(json ?? '') as ReadingsEvent & { value: AppDevice | null };
    if (name === 'entity') heard.push(data.value?.note ?? 'gone');
    else {
      const values = Object.entries(data.values).map(([channel, { magnitude }]) => `${channel}=${magnitude}`);
      heard.push(`${Date.parse(data.timestamp)} ${values.join(' ')}`);
    }
  }
  return heard;
}

/** A backlog whose events are given one after the other, from sequence 1. */
class Played {
  leftOut = 0;
  #sequence = 0;
  readonly backlog: ReaderBacklog;

  constructor(maxSubjects = 100) {
    this.backlog = new ReaderBacklog({ maxSubjects, leftOut: (count) => (this.leftOut += count) });
  }

  /** A reader that heard everything so far, and nothing from now on. */
  fallBehind(): ReaderCursor {
    return this.backlog.open(this.#sequence, []);
  }

  tell(...events: readonly UnsequencedEvent[]): void {
    for (const event of events) this.backlog.add(createEvent('run', (this.#sequence += 1), event));
  }
}

function behind(events: readonly UnsequencedEvent[]): { place: ReaderCursor; leftOut: number } {
  const played = new Played();
  const place = played.fallBehind();
  played.tell(...events);
  return { place, leftOut: played.leftOut };
}

describe('the backlog of a slow reader', () => {
  test('has the latest value of each channel with its own timestamp', () => {
    const { place, leftOut } = behind([
      readings('E1', 1, { a: 1, b: 1 }),
      readings('E1', 2, { a: 2 }),
      readings('E1', 3, { a: null }),
    ]);
    expect(leftOut).toBe(2);
    expect(place.readings()).toBe(2);
    expect(drain(place)).toEqual(['1 b=1', '3 a=null']);
    expect(place.readings()).toBe(0);
  });

  test('has a device before its values', () => {
    const { place } = behind([state('E1', 'new'), readings('E1', 1, { a: 1 }), readings('E1', 2, { a: 2 })]);
    expect(drain(place)).toEqual(['new', '2 a=2']);
  });

  test('has a silence after the values before it', () => {
    const { place } = behind([state('E1', 'new'), readings('E1', 1, { a: 1 }), state('E1', 'silent')]);
    expect(drain(place)).toEqual(['new', '1 a=1', 'silent']);
  });

  test('has no values from before a change of state', () => {
    const { place, leftOut } = behind([
      readings('E1', 1, { a: 1, b: 1 }),
      state('E1', 'silent'),
      readings('E1', 2, { a: 2 }),
      state('E1', 'measuring'),
    ]);
    expect(leftOut).toBe(2);
    expect(drain(place)).toEqual(['silent', '2 a=2', 'measuring']);
  });

  test('has only the removal of a disconnected device', () => {
    const { place, leftOut } = behind([
      state('E1', 'new'),
      readings('E1', 1, { a: 1, b: 2 }),
      state('E1', 'silent'),
      gone('E1'),
    ]);
    expect(leftOut).toBe(2);
    expect(drain(place)).toEqual(['gone']);
  });

  test('has a device that reconnected', () => {
    const { place } = behind([gone('E1'), state('E1', 'new'), readings('E1', 5, { a: 1 })]);
    expect(drain(place)).toEqual(['new', '5 a=1']);
  });

  test('is discarded and counted for all readers at the limit', () => {
    const played = new Played(2);
    const place = played.fallBehind();
    played.tell(readings('E1', 1, { a: 1, b: 2 }), readings('E2', 1, { a: 1 }));
    expect(place.isLost).toBe(false);
    const other = played.fallBehind();
    played.tell(state('t', 'open'));
    expect([place.isLost, other.isLost]).toEqual([true, true]);
    expect(played.leftOut).toBe(3);
    played.tell(readings('E1', 2, { a: 2 }));
    expect(played.leftOut).toBe(5);
    expect(played.fallBehind().isLost).toBe(false);
  });

  test('continues after the last sent event while more arrive', () => {
    const played = new Played();
    const place = played.fallBehind();
    played.tell(readings('E1', 1, { a: 1 }), readings('E2', 1, { a: 1 }));
    expect(place.next()?.toString()).toContain('E1');
    played.tell(readings('E1', 2, { a: 2 }), readings('E2', 2, { a: 2 }));
    expect(played.leftOut).toBe(1);
    expect(drain(place)).toEqual(['2 a=2', '2 a=2']);
  });

  test('includes events from before the reader was slow', () => {
    const played = new Played();
    const slow = played.fallBehind();
    const events = [1, 2, 3].map((at) => createEvent('run', at, readings('E1', at, { a: at })));
    for (const event of events) played.backlog.add(event);
    expect(played.leftOut).toBe(2);
    // It came back to the second event, from before the table began for the others.
    played.backlog.close(slow);
    const late = played.backlog.open(3, []);
    const back = played.backlog.open(1, events.slice(1));
    expect(played.leftOut).toBe(3);
    expect(drain(back)).toEqual(['3 a=3']);
    expect(drain(late)).toEqual([]);
  });

  test('is limited, keeps the latest state and accounts for every reading, for several readers', () => {
    const event = fc.oneof(
      fc.record({
        kind: fc.constant('readings'),
        serial: fc.constantFrom('E1', 'E2'),
        channel: fc.constantFrom('a', 'b'),
      }),
      fc.record({
        kind: fc.constantFrom('state', 'gone', 'fall behind', 'hear'),
        serial: fc.constantFrom('E1', 'E2'),
        channel: fc.constant(''),
      }),
    );
    fc.assert(
      fc.property(fc.array(event), (script) => {
        const played = new Played();
        const readers: { place: ReaderCursor; from: number; given: number; heard: string[] }[] = [];
        for (const [at, { kind, serial, channel }] of script.entries()) {
          if (kind === 'fall behind') readers.push({ place: played.fallBehind(), from: at, given: 0, heard: [] });
          else if (kind === 'hear') for (const { place, heard } of readers.slice(1)) heard.push(...drain(place));
          else {
            const told =
              kind === 'readings'
                ? readings(serial, at, { [channel]: at })
                : kind === 'gone'
                  ? gone(serial)
                  : state(serial, `state ${at}`);
            played.tell(told);
            const count = readingsIn(createEvent('run', 0, told));
            for (const reader of readers) reader.given += count;
          }
        }
        let unheard = 0;
        for (const [index, { place, from, given, heard }] of readers.entries()) {
          const rest = drain(place);
          expect(rest.length).toBeLessThanOrEqual(2 * (2 + 2));
          heard.push(...rest);
          expect(new Set(heard.filter((text) => text.includes('='))).size).toBe(
            heard.filter((text) => text.includes('=')).length,
          );
          unheard += given - heard.filter((text) => text.includes('=')).length;
          const since = script.slice(from);
          for (const serial of ['E1', 'E2']) {
            const last = since.findLastIndex((entry) => entry.serial === serial && !/hear|behind/.test(entry.kind));
            const kind = since[last]?.kind;
            if (kind === 'readings') expect(heard).toContain(`${from + last} ${since[last]?.channel}=${from + last}`);
            if (kind === 'state') expect(heard).toContain(`state ${from + last}`);
            if (kind === 'gone') expect(heard).toContain('gone');
          }
          expect(index).toBeLessThan(script.length);
        }
        expect(unheard).toBe(played.leftOut);
      }),
    );
  });
});
