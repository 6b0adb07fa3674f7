/** The fleet against a model of what is true: any messages, in any order, over any number of connections. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AdapterEvents } from '../../../../../service/drivers/gateway/types.ts';
import { aboutText, climateInfo, FleetRig, infoText, OTHER, OWN, THIRD } from './support.ts';

const PREFIXES = ['fleet/a', 'fleet/b', 'fleet/c'] as const;
const SERIALS = ['E1', 'E2'] as const;

const prefixes = fc.constantFrom(...PREFIXES);
const statuses = fc.constantFrom('online', 'online', 'offline', '');
const message = fc.oneof(
  fc.record({ topic: prefixes.map((prefix) => `${prefix}/status`), payload: statuses }),
  fc.record({
    topic: prefixes.map((prefix) => `${prefix}/about`),
    payload: fc.constantFrom(aboutText(OTHER), aboutText(THIRD), aboutText(OWN), ''),
  }),
  fc
    .tuple(prefixes, fc.constantFrom(...SERIALS), fc.constantFrom('info', 'status'), statuses, fc.boolean())
    .map(([prefix, serial, kind, status, wide]) => ({
      topic: `${prefix}/${serial}/${kind}`,
      payload: kind === 'status' ? status : status && (wide ? climateInfo(serial, 'co2') : infoText(serial)),
    })),
);
const step = fc.oneof(
  { weight: 20, arbitrary: message },
  { weight: 1, arbitrary: fc.constant('subscribed' as const) },
  { weight: 1, arbitrary: fc.constant('settle' as const) },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
);

/** What the broker said last on each topic, and who counts of each installation. */
class Model {
  readonly facts = new Map<string, { payload: string; connection: number }>();
  /** The prefixes of each installation in the order in which they said so. */
  readonly named = new Map<string, string[]>();
  readonly active = new Map<string, string>();
  #connection = 1;

  say(topic: string, payload: string): void {
    if (payload === '') this.facts.delete(topic);
    else this.facts.set(topic, { payload, connection: this.#connection });
    this.#elect();
  }

  subscribed(): void {
    this.#connection += 1;
  }

  settle(): void {
    for (const [topic, { connection }] of this.facts) if (connection !== this.#connection) this.facts.delete(topic);
    this.#elect();
  }

  clear(): void {
    this.facts.clear();
    this.#elect();
  }

  /** Serials of each installation that are there. */
  shown(): string[] {
    return [...this.active].flatMap(([installation, prefix]) =>
      SERIALS.filter(
        (serial) => this.#is(`${prefix}/${serial}/status`, 'online') && this.facts.has(`${prefix}/${serial}/info`),
      ).map((serial) => `${installation} ${serial} ${this.#isWide(prefix, serial)}`),
    );
  }

  #isWide(prefix: string, serial: string): boolean {
    return this.facts.get(`${prefix}/${serial}/info`)?.payload.includes('co2') ?? false;
  }

  #is(topic: string, payload: string): boolean {
    return this.facts.get(topic)?.payload === payload;
  }

  #elect(): void {
    for (const installation of [OTHER, THIRD]) {
      const now = PREFIXES.filter((prefix) => this.#is(`${prefix}/about`, aboutText(installation)));
      const kept = (this.named.get(installation) ?? []).filter((prefix) => now.some((other) => other === prefix));
      const named = [...kept, ...now.filter((prefix) => !kept.includes(prefix))];
      this.named.set(installation, named);
      const online = named.filter((prefix) => this.#is(`${prefix}/status`, 'online'));
      const before = this.active.get(installation);
      const next = before !== undefined && online.includes(before) ? before : online[0];
      if (next === undefined) this.active.delete(installation);
      else this.active.set(installation, next);
    }
  }
}

/** What is there, by what was said of it. */
class Heard {
  readonly shown = new Map<string, boolean>();

  take(said: ReturnType<FleetRig['said']>): void {
    for (const { name, payload } of said) {
      const { gatewaySerial, serial } = payload as AdapterEvents['seen'];
      const key = `${gatewaySerial} ${serial}`;
      if (gatewaySerial === OWN) throw new Error('Own instruments were told of.');
      if (name === 'lost') {
        if (!this.shown.delete(key)) throw new Error(`${key} was lost and had not been seen.`);
      } else this.shown.set(key, 'co2' in (payload as AdapterEvents['seen']).product.channels);
    }
  }

  get all(): string[] {
    return [...this.shown].map(([key, wide]) => `${key} ${wide}`).toSorted();
  }
}

describe('whatever is said, in any order', () => {
  test('what is shown is what is true', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const rig = new FleetRig('fleet/+');
        const model = new Model();
        const heard = new Heard();
        for (const each of steps) {
          if (each === 'clear') {
            rig.fleet.clear('away');
            model.clear();
          } else if (typeof each === 'string') {
            rig.fleet[each]();
            model[each]();
          } else {
            rig.kept(each.topic, each.payload);
            model.say(each.topic, each.payload);
          }
          heard.take(rig.said());
          expect(heard.all).toEqual(model.shown().toSorted());
          const counted = rig.fleet.presence.gateways().reduce((sum, { instruments }) => sum + instruments, 0);
          expect(counted).toBe(heard.shown.size);
        }
        expect(rig.fleet.counts.refused).toBe(0);
      }),
    );
  });

  test('what a broker keeps of three remotes is shown alike in every order of its messages', () => {
    const kept = PREFIXES.flatMap((prefix, index): [string, string][] => [
      [`${prefix}/status`, index === 2 ? 'offline' : 'online'],
      [`${prefix}/about`, aboutText([OTHER, THIRD, OTHER][index] ?? '')],
      [`${prefix}/E1/info`, infoText('E1')],
      [`${prefix}/E1/status`, 'online'],
      [`${prefix}/E2/info`, climateInfo('E2', 'co2')],
      [`${prefix}/E2/status`, index === 1 ? 'offline' : 'online'],
    ]);
    fc.assert(
      fc.property(fc.shuffledSubarray(kept, { minLength: kept.length }), (messages) => {
        const rig = new FleetRig('fleet/+');
        for (const [topic, payload] of messages) rig.kept(topic, payload);
        expect(rig.words().toSorted()).toEqual([`seen ${OTHER} E1`, `seen ${OTHER} E2`, `seen ${THIRD} E1`]);
      }),
    );
  });

  test('own instruments are never shown, whatever comes when', () => {
    const own = [
      ['fleet/a/status', 'online'],
      ['fleet/a/about', aboutText(OWN)],
      ['fleet/a/E1/info', infoText('E1')],
      ['fleet/a/E1/status', 'online'],
      ['fleet/a/E1/measurement', '{}'],
    ] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...own), { maxLength: 30 }), fc.boolean(), (messages, retained) => {
        const rig = new FleetRig('fleet/+');
        for (const [topic, payload] of messages) rig[retained ? 'kept' : 'now'](topic, payload);
        expect(rig.said()).toEqual([]);
      }),
    );
  });
});
