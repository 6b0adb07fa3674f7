/** What is done with gateways, and what becomes of their adapters. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder, type PlayedAdapter, Rig, remote, sensgate, startRig } from './rig.ts';

const PATIENCE = { timeout: 30_000, interval: 1 };

/** A driver with one gateway at work. */
async function withOne(config = sensgate()): Promise<{ rig: Rig; id: string; adapter: PlayedAdapter }> {
  const rig = await startRig();
  const { id } = await rig.manager.create(config);
  await vi.waitFor(() => expect(rig.adapters).toHaveLength(1), PATIENCE);
  return { rig, id, adapter: rig.adapterOf(id) };
}

/** A stop that waits until the test opens the gate. */
function gateOf(adapter: PlayedAdapter): () => void {
  const gate = Promise.withResolvers<void>();
  adapter.gate = gate.promise;
  onTestFinished(() => gate.resolve());
  return gate.resolve;
}

describe('a gateway', () => {
  test('that is added is at work, and there again after a restart', async () => {
    const { rig, id, adapter } = await withOne();
    expect(id).toMatch(/^g[\da-f]{8}$/);
    expect([adapter.id, adapter.config, adapter.done]).toEqual([id, sensgate(), ['start']]);
    adapter.fare({ state: 'online', instruments: 2, received: 5 });
    expect(rig.manager.get(id)).toMatchObject({ id, config: sensgate(), status: { state: 'online', received: 5 } });
    const { id: second } = await rig.manager.create(remote({ enabled: false }));
    await rig.manager.stop();
    const again = await startRig(rig.dataDir);
    await vi.waitFor(() => expect(again.atWork()).toEqual([id]), PATIENCE);
    expect(again.manager.list().gateways.map((gateway) => [gateway.id, gateway.status.state])).toEqual([
      [id, 'connecting'],
      [second, 'idle'],
    ]);
  });

  test('that is changed begins anew once the one before has ended, and keeps its place and its counters', async () => {
    const { rig, id, adapter } = await withOne();
    await rig.manager.create(remote());
    adapter.fare({ state: 'online', received: 5, refused: 1 });
    const open = gateOf(adapter);
    const changed = sensgate({ host: 'cellar.local' });
    expect((await rig.manager.update(id, changed)).config).toEqual(changed);
    await vi.waitFor(() => expect(adapter.done).toEqual(['start', 'stop']), PATIENCE);
    expect(rig.adapters).toHaveLength(2);
    open();
    await vi.waitFor(() => expect(rig.adapters).toHaveLength(3), PATIENCE);
    expect(adapter.done.at(-1)).toBe('stopped: gateway changed');
    const next = rig.adapterOf(id);
    next.count({ received: 2 });
    expect(next.config).toEqual(changed);
    expect(rig.manager.list().gateways.map(({ config, status }) => [config.name, status.received])).toEqual([
      ['Cellar', 7],
      ['Fleet', 0],
    ]);
    expect(rig.manager.get(id).status).toMatchObject({ state: 'connecting', refused: 1 });
  });

  test('that is changed often while it ends is put to work as it was changed last', async () => {
    const { rig, id, adapter } = await withOne();
    const open = gateOf(adapter);
    for (let port = 1; port <= 100; port += 1) await rig.manager.update(id, sensgate({ port }));
    open();
    await vi.waitFor(() => expect(rig.adapters.at(-1)?.config).toEqual(sensgate({ port: 100 })), PATIENCE);
    expect([rig.adapters.length, rig.atWork()]).toEqual([2, [id]]);
  });

  test('that was changed and has not begun anew does not begin when all ends', async () => {
    const { rig, id, adapter } = await withOne();
    const open = gateOf(adapter);
    await rig.manager.update(id, sensgate({ port: 81 }));
    await vi.waitFor(() => expect(adapter.done).toContain('stop'), PATIENCE);
    const stopped = rig.manager.stop();
    open();
    await stopped;
    expect(rig.adapters).toHaveLength(1);
  });

  test('that gets another name alone is not interrupted', async () => {
    const { rig, id, adapter } = await withOne();
    adapter.see('SG1', 'E1');
    adapter.fail('It returned a web page.');
    await rig.manager.update(id, sensgate({ name: 'Attic' }));
    await vi.waitFor(() => expect(rig.problems()).toEqual(['gateway-failed Attic']), PATIENCE);
    expect([adapter.done, rig.adapters.length, rig.attached()]).toEqual([['start'], 1, ['gateway/E1']]);
    expect(rig.manager.get(id).config.name).toBe('Attic');
  });

  test('that is put as it is already is not interrupted', async () => {
    const { rig, id, adapter } = await withOne();
    await rig.manager.update(id, sensgate());
    await rig.manager.setEnabled(id, true);
    // A gateway that was added later has begun: what was asked before it is done.
    await rig.manager.create(remote());
    await vi.waitFor(() => expect(rig.adapters).toHaveLength(2), PATIENCE);
    expect(adapter.done).toEqual(['start']);
  });

  test('that is disabled is idle, keeps its problem and its instruments to itself, and works again', async () => {
    const { rig, id, adapter } = await withOne();
    adapter.see('SG1', 'E1');
    adapter.fail('It returned a web page.');
    expect(rig.problems()).toEqual(['gateway-failed Cellar']);
    const disabled = await rig.manager.setEnabled(id, false);
    expect([disabled.config.enabled, disabled.status.state]).toEqual([false, 'idle']);
    await vi.waitFor(() => expect(adapter.done.at(-1)).toBe('stopped: gateway disabled'), PATIENCE);
    await vi.waitFor(() => expect([rig.attached(), rig.problems()]).toEqual([[], []]), PATIENCE);
    expect(rig.manager.get(id).status).toMatchObject({ state: 'idle', instruments: 0, error: null });
    const enabled = await rig.manager.setEnabled(id, true);
    expect(enabled.status.state).toBe('connecting');
    await vi.waitFor(() => expect(rig.atWork()).toEqual([id]), PATIENCE);
    expect(rig.adapters).toHaveLength(2);
  });

  test('that is removed takes its instruments with it', async () => {
    const { rig, id, adapter } = await withOne();
    adapter.see('SG1', 'E1');
    await rig.manager.remove(id);
    expect(rig.told.at(-1)).toEqual({ key: id, value: null });
    expect(() => rig.manager.get(id)).toThrow(`No gateway with ID ${id}.`);
    await vi.waitFor(() => expect(rig.attached()).toEqual([]), PATIENCE);
    expect(rig.of('detached')).toEqual([{ family: 'gateway', serial: 'E1', reason: 'gateway removed' }]);
    // What it says after its end is heard by nobody.
    adapter.see('SG1', 'E2');
    adapter.fail('Too late.');
    expect([rig.attached(), rig.problems()]).toEqual([[], []]);
    expect(rig.told.at(-1)).toEqual({ key: id, value: null });
  });

  test('is told to connect now', async () => {
    const { rig, id, adapter } = await withOne();
    expect(rig.manager.connect(id).id).toBe(id);
    expect(adapter.done).toEqual(['start', 'connect']);
  });
});

describe('refused is', () => {
  test.each([
    [remote({ name: 'Cellar' }), 'name', 'a gateway named "Cellar" already exists'],
    [sensgate({ name: 'x', host: '192.168.40.1' }), 'host', 'gateway "Cellar" already uses 192.168.40.1:8080'],
    [sensgate({ name: 'x', host: 'GATE.local', port: 81 }), 'host', 'gateway "Gate" already uses gate.local:81'],
    [
      remote({ name: 'x', enabled: false }),
      'prefix',
      'gateway "Fleet" already reads "fleet/+" through MQTT client "lab"',
    ],
  ])('a second one as %j', async (config, path, message) => {
    const rig = await startRig();
    await rig.manager.create(sensgate({ enabled: false }));
    await rig.manager.create(sensgate({ name: 'Gate', host: 'gate.local', port: 81 }));
    await rig.manager.create(remote());
    const { id } = await rig.manager.create(sensgate({ name: 'Other', host: 'other' }));
    const refusal = { code: 'conflict', message: `${path}: ${message}.`, errors: [{ path, message }] };
    await expect(rig.manager.create(config)).rejects.toMatchObject(refusal);
    await expect(rig.manager.update(id, config)).rejects.toMatchObject(refusal);
    expect(rig.manager.list().gateways).toHaveLength(4);
    expect(rig.manager.get(id).config.name).toBe('Other');
  });

  test('nothing that differs', async () => {
    const rig = await startRig();
    const configs = [
      sensgate(),
      sensgate({ name: 'a', port: 8081 }),
      sensgate({ name: 'b', host: '192.168.40.2' }),
      remote(),
      remote({ name: 'c', client: 'other' }),
      remote({ name: 'd', prefix: 'Fleet/+' }),
      remote({ name: 'cellar', prefix: 'x' }),
    ];
    for (const config of configs) await rig.manager.create(config);
    expect(rig.manager.list().gateways.map(({ config }) => config)).toEqual(configs);
  });

  test('the two hundred and first', async () => {
    const rig = await startRig();
    for (let count = 0; count < 200; count += 1) {
      await rig.manager.create(remote({ name: `${count}`, prefix: `${count}`, enabled: false }));
    }
    const more = rig.manager.create(remote());
    await expect(more).rejects.toMatchObject({ code: 'bad-request', message: /200/ });
    expect(rig.manager.list().gateways).toHaveLength(200);
  });

  test('one that is not there', async () => {
    const rig = await startRig();
    const refusal = { code: 'not-found', message: 'No gateway with ID g00000000.' };
    await expect(rig.manager.update('g00000000', remote())).rejects.toMatchObject(refusal);
    await expect(rig.manager.setEnabled('g00000000', true)).rejects.toMatchObject(refusal);
    await expect(rig.manager.remove('g00000000')).rejects.toMatchObject(refusal);
    expect(() => rig.manager.connect('g00000000')).toThrow(refusal.message);
    expect(rig.manager.list().gateways).toEqual([]);
  });
});

describe('problems', () => {
  test('are those of gateways that failed, until they are settled otherwise', async () => {
    const { rig, adapter } = await withOne();
    adapter.fare({ state: 'waiting', error: { code: 'no-answer', text: 'x', remedy: '', timestamp: '' } });
    expect(rig.of('problem')).toEqual([]);
    adapter.fail('It returned a web page.');
    expect(rig.of('problem')).toEqual([
      {
        code: 'gateway-failed',
        subject: 'Cellar',
        text: 'Gateway Cellar: It returned a web page.',
        remedy: 'Check it.',
      },
    ]);
    // The next attempt alone settles nothing.
    adapter.fare({ state: 'connecting', error: null });
    adapter.fail('It returned a web page.');
    expect([rig.of('problem').length, rig.of('cleared')]).toEqual([1, []]);
    adapter.fare({ state: 'online', error: null });
    expect(rig.of('cleared')).toEqual([{ code: 'gateway-failed', subject: 'Cellar' }]);
  });

  test('of a broker that harms each connection go on until one holds', async () => {
    const { rig, adapter } = await withOne();
    const error = { code: 'broker', text: 'It violated MQTT.', remedy: 'See its log.', timestamp: '' } as const;
    for (const state of ['failed', 'connecting', 'online', 'failed', 'online'] as const) adapter.fare({ state, error });
    expect([rig.of('problem').length, rig.of('cleared')]).toEqual([1, []]);
    adapter.fare({ state: 'online', error: null });
    expect(rig.of('cleared')).toEqual([{ code: 'gateway-failed', subject: 'Cellar' }]);
  });

  test('are over when the service stops', async () => {
    const { rig, adapter } = await withOne();
    adapter.fail('It returned a web page.');
    await rig.manager.stop();
    expect(rig.problems()).toEqual([]);
  });
});

describe('the driver', () => {
  test('passes on what adapters see, and the period to the one that speaks', async () => {
    const { rig, adapter } = await withOne();
    const { id } = await rig.manager.create(remote());
    await vi.waitFor(() => expect(rig.adapters).toHaveLength(2), PATIENCE);
    rig.adapterOf(id).see('MS1', 'E2');
    adapter.see('SG1', 'E1');
    expect(rig.attached()).toEqual(['gateway/E2', 'gateway/E1']);
    await rig.bench.setPeriod({ family: 'gateway', serial: 'E1' }, 500);
    expect(adapter.periods).toEqual([[{ gatewaySerial: 'SG1', serial: 'E1' }, 500]]);
    await expect(rig.bench.setPeriod({ family: 'gateway', serial: 'E2' }, 500)).rejects.toMatchObject({
      code: 'conflict',
      message:
        'Cannot set the sampling period of E2 through its gateway, MS1. Set it where the device is connected. For a SensGate, set its sampling period on the Gateways page.',
    });
  });

  test('loses everything when it stops, tells nothing after that, and may be stopped twice', async () => {
    const { rig, adapter } = await withOne();
    adapter.see('SG1', 'E1');
    const open = gateOf(adapter);
    const stops = [rig.manager.stop(), rig.manager.stop()];
    const told = rig.told.length;
    open();
    await Promise.all(stops);
    expect(rig.of('detached')).toEqual([{ family: 'gateway', serial: 'E1', reason: 'Mensura is stopping' }]);
    expect([adapter.done, rig.told.length]).toEqual([['start', 'stop', 'stopped: Mensura is stopping'], told]);
  });

  test('waits at its end for gateways that were removed and have not ended', async () => {
    const { rig, id, adapter } = await withOne();
    const open = gateOf(adapter);
    await rig.manager.remove(id);
    let isStopped = false;
    const stopped = rig.manager.stop().then(() => {
      isStopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isStopped).toBe(false);
    open();
    await stopped;
    expect(adapter.isAtWork).toBe(false);
  });

  test('takes up what was changed before its start', async () => {
    const rig = new Rig(freshFolder());
    await rig.store.start();
    const { id, status } = await rig.manager.create(sensgate());
    await rig.manager.create(remote({ enabled: false }));
    expect([status.state, rig.adapters]).toEqual(['connecting', []]);
    onTestFinished(() => rig.manager.stop());
    await rig.manager.start();
    await vi.waitFor(() => expect(rig.atWork()).toEqual([id]), PATIENCE);
  });
});
