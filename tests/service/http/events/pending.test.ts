import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadingsEvent } from '../../../../service/contract/index.ts';
import { Pending } from '../../../../service/http/events/pending.ts';
import { type EventBody, encodeBody } from '../../../../service/http/events/stream-event.ts';

const NO_TROUBLE = { code: 'c', subject: 's', text: '', remedy: '', since: '' };

function readings(serial: string, at: number, values: Record<string, number | null>): EventBody {
  const data: ReadingsEvent = {
    family: 'usb',
    serial,
    timestamp: new Date(at).toISOString(),
    values: Object.fromEntries(Object.entries(values).map(([name, magnitude]) => [name, { magnitude, unit: 'V' }])),
  };
  return { subject: { kind: 'readings', key: serial, readings: data }, body: encodeBody('readings', data) };
}

function state(key: string, text: string): EventBody {
  const data = { active: true, trouble: { ...NO_TROUBLE, text } };
  return { subject: { kind: 'state', key }, body: encodeBody('notice', data) };
}

function gone(serial: string): EventBody {
  const body = encodeBody('removed', { family: 'usb', serial, reason: 'unplugged' });
  return { subject: { kind: 'gone', key: serial }, body };
}

/** What a reader hears, in short: a state's text, `gone`, or the values of a moment. */
function drain(pending: Pending): string[] {
  const heard: string[] = [];
  for (let body = pending.take(); body; body = pending.take()) {
    const [, name, json] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(body.toString()) ?? [];
    const data = JSON.parse(json ?? '') as ReadingsEvent & { trouble: { text: string } };
    if (name === 'notice') heard.push(data.trouble.text);
    else if (name === 'removed') heard.push('gone');
    else {
      const values = Object.entries(data.values).map(([channel, { magnitude }]) => `${channel}=${magnitude}`);
      heard.push(`${Date.parse(data.timestamp)} ${values.join(' ')}`);
    }
  }
  return heard;
}

function fill(events: readonly EventBody[]): { pending: Pending; leftOut: number } {
  const pending = new Pending();
  const leftOut = events.reduce((sum, event) => sum + pending.add(event), 0);
  return { pending, leftOut };
}

describe('what waits for a slow reader', () => {
  it('is the latest value of each channel, each at its own moment', () => {
    const { pending, leftOut } = fill([
      readings('E1', 1, { a: 1, b: 1 }),
      readings('E1', 2, { a: 2 }),
      readings('E1', 3, { a: null }),
    ]);
    expect(leftOut).toBe(2);
    expect(drain(pending)).toEqual(['1 b=1', '3 a=null']);
    expect(pending.size).toBe(0);
  });

  it('is a device before its values', () => {
    const { pending } = fill([state('E1', 'new'), readings('E1', 1, { a: 1 }), readings('E1', 2, { a: 2 })]);
    expect(drain(pending)).toEqual(['new', '2 a=2']);
  });

  it('is a silence after the values before it', () => {
    const { pending } = fill([state('E1', 'new'), readings('E1', 1, { a: 1 }), state('E1', 'silent')]);
    expect(drain(pending)).toEqual(['new', '1 a=1', 'silent']);
  });

  it('is no value from before a change of state once there is one from after it', () => {
    const { pending, leftOut } = fill([
      readings('E1', 1, { a: 1, b: 1 }),
      state('E1', 'silent'),
      readings('E1', 2, { a: 2 }),
      state('E1', 'measuring'),
    ]);
    expect(leftOut).toBe(2);
    expect(drain(pending)).toEqual(['silent', '2 a=2', 'measuring']);
  });

  it('is only the going of a device that went', () => {
    const { pending, leftOut } = fill([
      state('E1', 'new'),
      readings('E1', 1, { a: 1, b: 2 }),
      state('E1', 'silent'),
      gone('E1'),
    ]);
    expect(leftOut).toBe(2);
    expect(drain(pending)).toEqual(['gone']);
  });

  it('is a device that came back', () => {
    const { pending } = fill([gone('E1'), state('E1', 'new'), readings('E1', 5, { a: 1 })]);
    expect(drain(pending)).toEqual(['new', '5 a=1']);
  });

  it('is dropped and counted when it is cleared', () => {
    const { pending } = fill([readings('E1', 1, { a: 1, b: 2 }), readings('E2', 1, { a: 1 }), state('t', 'open')]);
    expect(pending.clear()).toBe(3);
    expect(pending.take()).toBeUndefined();
  });

  it('is bounded, loses no last word, and accounts for every reading, whatever comes', () => {
    const event = fc.oneof(
      fc.record({
        kind: fc.constant('readings'),
        serial: fc.constantFrom('E1', 'E2'),
        channel: fc.constantFrom('a', 'b'),
      }),
      fc.record({
        kind: fc.constantFrom('state', 'gone'),
        serial: fc.constantFrom('E1', 'E2'),
        channel: fc.constant(''),
      }),
    );
    fc.assert(
      fc.property(fc.array(event), (script) => {
        const bodies = script.map(({ kind, serial, channel }, at) => {
          if (kind === 'readings') return readings(serial, at, { [channel]: at });
          return kind === 'gone' ? gone(serial) : state(serial, `state ${at}`);
        });
        const { pending, leftOut } = fill(bodies);
        expect(pending.size).toBeLessThanOrEqual(2);
        const heard = drain(pending);
        expect(heard.length).toBeLessThanOrEqual(2 * (2 + 2));
        const given = script.filter(({ kind }) => kind === 'readings').length;
        const told = heard.filter((text) => text.includes('=')).length;
        expect(told + leftOut).toBe(given);
        for (const serial of ['E1', 'E2']) {
          const last = script.findLastIndex((entry) => entry.serial === serial);
          const kind = script[last]?.kind;
          if (kind === 'readings') expect(heard).toContain(`${last} ${script[last]?.channel}=${last}`);
          if (kind === 'state') expect(heard).toContain(`state ${last}`);
          if (kind === 'gone') expect(heard).toContain('gone');
        }
      }),
    );
  });
});
