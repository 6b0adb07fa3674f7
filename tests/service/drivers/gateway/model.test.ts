/** Whatever is asked of the gateways in whatever order: what is saved is at work, once, and nothing else. */
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { GatewayConfig } from '../../../../service/contract/index.ts';
import { freshFolder, type PlayedAdapter, Rig, remote, sensgate } from './rig.ts';

type Step =
  | { do: 'create'; config: GatewayConfig }
  | { do: 'update'; which: number; config: GatewayConfig }
  | { do: 'enable' | 'disable' | 'remove' | 'see' | 'wait'; which: number };

const name = fc.constantFrom('a', 'b', 'c', 'd');
const place = fc.constantFrom('x', 'y', 'z');
const config: fc.Arbitrary<GatewayConfig> = fc.oneof(
  fc.record({ name, host: place, enabled: fc.boolean() }).map(sensgate),
  fc.record({ name, prefix: place, enabled: fc.boolean() }).map(remote),
);
const which = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), config }),
  fc.record({ do: fc.constant('update' as const), which, config }),
  fc.record({ do: fc.constantFrom('enable', 'disable', 'remove', 'see', 'wait'), which }),
);

/** Does a step without waiting for it, but for those that wait. What is refused is part of it. */
async function carryOut(rig: Rig, taken: Step, asked: Promise<unknown>[]): Promise<void> {
  if (taken.do === 'create') {
    asked.push(rig.manager.create(taken.config));
    return;
  }
  const id = rig.manager.list().gateways[taken.which]?.id ?? 'g00000000';
  if (taken.do === 'update') asked.push(rig.manager.update(id, taken.config));
  if (taken.do === 'enable' || taken.do === 'disable') asked.push(rig.manager.setEnabled(id, taken.do === 'enable'));
  if (taken.do === 'remove') asked.push(rig.manager.remove(id));
  if (taken.do === 'see') rig.adapters.findLast((adapter) => adapter.id === id)?.see(`G${id}`, `E${taken.which}`);
  if (taken.do === 'wait') await Promise.allSettled(asked);
}

/** The most adapters of one gateway that were at work at the same time. */
function watchOverlap(rig: Rig): { most: number } {
  const seen = { most: 0 };
  const push = rig.adapters.push.bind(rig.adapters);
  rig.adapters.push = (...added: PlayedAdapter[]) => {
    const atWork = rig.atWork();
    for (const { id } of added) seen.most = Math.max(seen.most, 1 + atWork.filter((other) => other === id).length);
    return push(...added);
  };
  return seen;
}

test('what is saved is at work', async () => {
  const folder = freshFolder();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const rig = new Rig(folder);
      const overlap = watchOverlap(rig);
      await rig.store.change(() => new Map());
      await rig.manager.start();
      const asked: Promise<unknown>[] = [];
      for (const taken of steps) await carryOut(rig, taken, asked);
      await Promise.allSettled(asked);

      const { gateways } = rig.manager.list();
      const wanted = gateways.filter(({ config: { enabled } }) => enabled);
      await vi.waitFor(() => expect(rig.atWork().toSorted()).toEqual(wanted.map(({ id }) => id).toSorted()), {
        timeout: 30_000,
        interval: 1,
      });
      for (const { id, config: saved } of wanted) {
        const { name: _name, ...atWork } = rig.adapterOf(id).config;
        expect(saved).toMatchObject(atWork);
      }
      expect(overlap.most).toBeLessThanOrEqual(1);
      expect(new Set(gateways.map(({ config: saved }) => saved.name)).size).toBe(gateways.length);
      expect((await readAgain(folder)).list()).toEqual(gateways.map(({ id, config: saved }) => [id, saved]));

      await rig.manager.stop();
      expect([rig.atWork(), rig.attached(), rig.problems()]).toEqual([[], [], []]);
    }),
  );
});

async function readAgain(folder: string): Promise<{ list(): [string, GatewayConfig][] }> {
  const { store } = new Rig(folder);
  expect(await store.start()).toBeUndefined();
  return { list: () => [...store.configs] };
}
