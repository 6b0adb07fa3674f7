/** The owner of each serial number against a model of a few lines: whatever adapters say, in any order. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GatewayRig, seenPth } from './support.ts';

const ADAPTERS = ['a', 'b', 'c'] as const;
type Name = (typeof ADAPTERS)[number];

const step = fc.record({
  kind: fc.constantFrom('seen', 'seen', 'lost', 'readings', 'rejected', 'end'),
  adapter: fc.constantFrom(...ADAPTERS),
  gateway: fc.constantFrom('G1', 'G2', 'G3'),
  serial: fc.constantFrom('E1', 'E2'),
});

/** What is true: claims in their order. */
class Model {
  readonly claims: { adapter: Name; gateway: string; serial: string }[] = [];

  index(adapter: Name, gateway: string, serial: string): number {
    return this.claims.findIndex((c) => c.adapter === adapter && c.gateway === gateway && c.serial === serial);
  }

  /** Owner and others, as text; empty without claims. */
  view(serial: string): string {
    const [first, ...others] = this.claims.filter((claim) => claim.serial === serial);
    if (!first) return '';
    const also = [...new Set(others.map(({ gateway }) => gateway))].filter((gateway) => gateway !== first.gateway);
    return [`${first.adapter}:${first.gateway}`, ...also.toSorted()].join(' ');
  }
}

test('reports each serial number as its claims are, and disconnects it with the last', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const rig = new GatewayRig();
      const model = new Model();
      const shown = new Map<string, string>();
      let value = 0;
      for (const { kind, adapter, gateway, serial } of steps) {
        const events = rig.adapters[adapter].events;
        const key = { gatewaySerial: gateway, serial };
        const before = { E1: model.view('E1'), E2: model.view('E2') };
        const index = model.index(adapter, gateway, serial);
        const owns = before[serial].startsWith(`${adapter}:${gateway}`);
        value += 1;
        if (kind === 'seen') {
          if (index === -1) model.claims.push({ adapter, gateway, serial });
          // The product name tells who said it.
          events.emit('seen', seenPth(gateway, serial, { productName: `${adapter}:${gateway}` }));
        } else if (kind === 'lost') {
          if (index !== -1) model.claims.splice(index, 1);
          events.emit('lost', { ...key, reason: 'away' });
        } else if (kind === 'readings') {
          events.emit('readings', { ...key, at: value, samples: [{ channel: 'temperature', magnitude: value }] });
        } else if (kind === 'rejected') {
          events.emit('rejected', key);
        } else {
          const left = model.claims.filter((claim) => claim.adapter !== adapter);
          model.claims.splice(0, Infinity, ...left);
          rig.ends[adapter]?.('removed');
          rig.ends[adapter] = rig.policy.listen(rig.adapters[adapter]);
        }
        const said = rig.said();
        const told = said.filter(({ name }) => name === 'readings' || name === 'rejected');
        const isOfOwner = (kind === 'readings' || kind === 'rejected') && owns;
        expect(told.map(({ name }) => name)).toEqual(isOfOwner ? [kind] : []);
        for (const { name, payload } of said) {
          if (name === 'attached') {
            const also = payload.alsoBehind ?? [];
            shown.set(payload.serial, [payload.productName, ...also].join(' '));
            expect(payload.connections.gateway?.gateway_serial).toBe(payload.productName.slice(2));
          }
          if (name === 'detached') {
            expect(shown.delete(payload.serial)).toBe(true);
            expect(model.view(payload.serial)).toBe('');
          }
        }
        for (const each of ['E1', 'E2'] as const) {
          expect(shown.get(each) ?? '').toBe(model.view(each));
          const [owner] = model.view(each).split(' ');
          expect(rig.ownerOf(each) ?? '').toBe(owner ?? '');
        }
      }
    }),
  );
});
