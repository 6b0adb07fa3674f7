import { describe, expect, test } from 'vitest';
import { TAKEOVER_AFTER_MS } from '../../../../../service/drivers/gateway/devices/gateway-ownership.ts';
import { GatewayRig, seenPth } from './support.ts';

const SERIAL = 'E24638';
const at = Date.UTC(2026, 10, 20, 14, 45, 12, 318);

function reading(gatewaySerial: string, magnitude: number | null, channel = 'temperature') {
  return { gatewaySerial, serial: SERIAL, at, samples: [{ channel, magnitude }] };
}

describe('a device behind one gateway', () => {
  test('is a device of the gateway family, with an assigned number', () => {
    const { adapters, asked, said } = bound(new GatewayRig());
    const usb = { bus: 3, address: 7, vendor_id: '289B', product_id: '0505' };
    const seen = seenPth('MS0123456789', SERIAL, {
      connections: { usb, vcp: { port: 'COM3' } },
      cameOverMqtt: true,
      periodMs: 250,
    });
    adapters.a.events.emit('seen', seen);
    expect(said()).toEqual([
      {
        name: 'attached',
        payload: {
          family: 'gateway',
          serial: SERIAL,
          product: seen.product,
          vendor: seen.vendor,
          productName: 'VCP-PTH450-CAL',
          firmware: { major: 2, minor: 4 },
          connections: { gateway: { gateway_serial: 'MS0123456789', node_id: 7 }, usb, vcp: { port: 'COM3' } },
          protocols: { usb: true, vcp: true },
          protocol: null,
          periodMs: 250,
          simulated: false,
          cameOverMqtt: true,
        },
      },
    ]);
    expect(asked).toEqual([`MS0123456789 ${SERIAL}`]);
  });

  test("keeps its gateway's own number, also 0", () => {
    const { adapters, asked, said } = bound(new GatewayRig());
    adapters.a.events.emit('seen', seenPth('SG1', SERIAL, { node: 0 }));
    expect(said()).toMatchObject([{ payload: { connections: { gateway: { node_id: 0 } } } }]);
    expect(asked).toEqual([]);
  });

  test('is reported when it changes, and its readings, rejected lines and disconnection', () => {
    const { adapters, said, words } = bound(new GatewayRig());
    adapters.a.events.emit('seen', seenPth('SG1', SERIAL));
    said();
    adapters.a.events.emit('seen', seenPth('SG1', SERIAL, { periodMs: 5000 }));
    expect(said()).toMatchObject([{ name: 'attached', payload: { periodMs: 5000 } }]);
    adapters.a.events.emit('readings', reading('SG1', 21.5));
    adapters.a.events.emit('rejected', { gatewaySerial: 'SG1', serial: SERIAL });
    adapters.a.events.emit('lost', { gatewaySerial: 'SG1', serial: SERIAL, reason: 'unplugged' });
    adapters.a.events.emit('lost', { gatewaySerial: 'SG1', serial: SERIAL, reason: 'unplugged' });
    adapters.a.events.emit('readings', reading('SG1', 22));
    expect(words()).toEqual([`${SERIAL} reads 21.5`, `${SERIAL} rejected`, `${SERIAL} is gone: unplugged`]);
  });
});

describe('a serial number behind several gateways', () => {
  function three(): GatewayRig {
    const rig = new GatewayRig();
    rig.adapters.b.events.emit('seen', seenPth('G2', SERIAL));
    rig.adapters.c.events.emit('seen', seenPth('G3', SERIAL));
    rig.adapters.a.events.emit('seen', seenPth('G1', SERIAL));
    return rig;
  }

  test('belongs to the first gateway and names the others in order', () => {
    expect(three().words()).toEqual([
      `${SERIAL} behind G2`,
      `${SERIAL} behind G2, also G3`,
      `${SERIAL} behind G2, also G1, also G3`,
    ]);
  });

  test('ignores readings and rejected lines of the others', () => {
    const { adapters, said, words } = bound(three());
    said();
    adapters.a.events.emit('readings', reading('G1', 1));
    adapters.c.events.emit('rejected', { gatewaySerial: 'G3', serial: SERIAL });
    adapters.b.events.emit('readings', reading('G2', 2));
    // A claim is of one gateway of its adapter.
    adapters.b.events.emit('readings', reading('G1', 3));
    expect(words()).toEqual([`${SERIAL} reads 2`]);
  });

  test('passes on late readings of the owner only', () => {
    const rig = three();
    const late: unknown[] = [];
    rig.events.on('late', (moment) => late.push(moment));
    rig.adapters.a.events.emit('late', reading('G1', 1));
    rig.adapters.b.events.emit('late', reading('G2', 2));
    rig.adapters.b.events.emit('late', reading('G1', 3));
    const samples = [{ channel: 'temperature', magnitude: 2 }];
    expect(late).toEqual([{ family: 'gateway', serial: SERIAL, at, samples }]);
  });

  describe('late readings of a device that disconnected', () => {
    type Emit = (entry: 'a' | 'b', magnitude: number, behind?: string) => void;

    /** A reading of each second was passed on until the fifth. Then it is gone, and the magnitude is the second. */
    function gone(): { rig: GatewayRig; late: unknown[]; emit: Emit } {
      const rig = new GatewayRig();
      rig.clock.wall = at + 60_000;
      const late: unknown[] = [];
      rig.events.on('late', ({ samples, absent }) => late.push([samples[0]?.magnitude, absent?.serial]));
      for (const entry of ['a', 'b'] as const) rig.adapters[entry].events.emit('seen', seenPth('G1', SERIAL));
      rig.adapters.a.events.emit('readings', { ...reading('G1', 5), at: at + 5000 });
      for (const entry of ['b', 'a'] as const) {
        rig.adapters[entry].events.emit('lost', { gatewaySerial: 'G1', serial: SERIAL, reason: 'unplugged' });
      }
      const emit: Emit = (entry, second, behind = 'G1') => {
        const moment = { ...reading(behind, second), at: at + second * 1000 };
        rig.adapters[entry].events.emit('late', { ...moment, absent: seenPth(behind, SERIAL) });
      };
      return { rig, late, emit };
    }

    test('are passed on with its description', () => {
      const { rig, late, emit } = gone();
      const told: unknown[] = [];
      rig.events.on('late', ({ absent }) => told.push(absent));
      const { length } = rig.asked;
      emit('a', 6);
      expect(late).toEqual([[6, SERIAL]]);
      expect(told).toMatchObject([{ family: 'gateway', serial: SERIAL, connections: { gateway: null } }]);
      // No number is taken by what is not there.
      expect(rig.asked).toHaveLength(length);
    });

    test('are passed on once, whichever entries and gateways deliver them', () => {
      const { late, emit } = gone();
      for (const second of [6, 7]) emit('a', second);
      for (const second of [3, 4, 5, 6, 7, 8]) emit('b', second);
      emit('a', 8);
      emit('b', 9, 'G2');
      emit('a', 9);
      expect(late.map((one) => (one as unknown[])[0])).toEqual([6, 7, 8, 9]);
    });

    test('are passed on once after an entry ended', () => {
      const { rig, late, emit } = gone();
      emit('a', 6);
      rig.ends['a']?.('removed');
      for (const second of [6, 7]) emit('b', second);
      expect(late.map((one) => (one as unknown[])[0])).toEqual([6, 7]);
    });

    test('are passed on though another gateway sent a future timestamp', () => {
      const { rig, late, emit } = gone();
      rig.clock.wall = at + 6000;
      emit('a', 1_000_000);
      rig.clock.wall = at + 10_000;
      for (const second of [6, 8]) emit('b', second, 'G2');
      expect(late.map((one) => (one as unknown[])[0])).toEqual([1_000_000, 8]);
    });

    test('are all passed on if they are of one millisecond', () => {
      const { late, emit } = gone();
      for (let count = 0; count < 3; count += 1) emit('a', 6);
      expect(late).toHaveLength(3);
    });

    test('are ignored while another gateway has it, or without its description', () => {
      const { rig, late, emit } = gone();
      rig.adapters.a.events.emit('late', { ...reading('G1', 6), at: at + 6000 });
      rig.adapters.c.events.emit('seen', seenPth('G3', SERIAL));
      emit('a', 7);
      expect(late).toEqual([]);
    });
  });

  test('passes on late readings once after a takeover', () => {
    const rig = three();
    rig.clock.wall = at + 60_000;
    const late: unknown[] = [];
    rig.events.on('late', ({ samples }) => late.push(samples[0]?.magnitude));
    rig.adapters.b.events.emit('readings', { ...reading('G2', 1), at: at + 1000 });
    rig.adapters.b.events.emit('lost', { gatewaySerial: 'G2', serial: SERIAL, reason: 'away' });
    for (const second of [0, 1, 2])
      rig.adapters.c.events.emit('late', { ...reading('G3', second), at: at + second * 1000 });
    expect(late).toEqual([2]);
  });

  test('passes to the next gateway without a disconnection, and a gateway that returns is the last', () => {
    const { adapters, said, words } = bound(three());
    said();
    adapters.b.events.emit('lost', { gatewaySerial: 'G2', serial: SERIAL, reason: 'away' });
    adapters.b.events.emit('seen', seenPth('G2', SERIAL));
    expect(words()).toEqual([`${SERIAL} behind G3, also G1`, `${SERIAL} behind G3, also G1, also G2`]);
  });

  test('removes a lost gateway from the others, and ignores their descriptions', () => {
    const { adapters, said, words } = bound(three());
    said();
    adapters.a.events.emit('seen', seenPth('G1', SERIAL, { periodMs: 5000 }));
    expect(words()).toEqual([]);
    adapters.a.events.emit('lost', { gatewaySerial: 'G1', serial: SERIAL, reason: 'away' });
    expect(words()).toEqual([`${SERIAL} behind G2, also G3`]);
    adapters.c.events.emit('lost', { gatewaySerial: 'G3', serial: SERIAL, reason: 'away' });
    const [last] = said();
    expect(last?.payload).not.toHaveProperty('alsoBehind');
    adapters.b.events.emit('lost', { gatewaySerial: 'G2', serial: SERIAL, reason: 'switched off' });
    expect(words()).toEqual([`${SERIAL} is gone: switched off`]);
  });

  test('names a gateway of two entries once', () => {
    const { adapters, words, said } = bound(new GatewayRig());
    adapters.a.events.emit('seen', seenPth('G1', SERIAL));
    adapters.b.events.emit('seen', seenPth('G1', SERIAL));
    expect(words()).toEqual([`${SERIAL} behind G1`]);
    adapters.a.events.emit('lost', { gatewaySerial: 'G1', serial: SERIAL, reason: 'removed' });
    expect(said()).toHaveLength(1);
    adapters.b.events.emit('readings', reading('G1', 4));
    expect(said()).toMatchObject([{ name: 'readings' }]);
  });

  test('has null for channels that the new owner does not send', () => {
    const { adapters, said } = bound(three());
    said();
    adapters.b.events.emit('lost', { gatewaySerial: 'G2', serial: SERIAL, reason: 'away' });
    said();
    adapters.c.events.emit('readings', reading('G3', 20));
    adapters.c.events.emit('readings', reading('G3', 21));
    const reason = 'not reported by the current gateway';
    // The virtual ones follow in the registry, from these.
    expect(said().map(({ payload }) => payload)).toMatchObject([
      {
        samples: [
          { channel: 'temperature', magnitude: 20 },
          { channel: 'atmospheric_pressure', magnitude: null, reason },
          { channel: 'relative_humidity', magnitude: null, reason },
        ],
      },
      { samples: [{ channel: 'temperature', magnitude: 21 }] },
    ]);
  });

  test('has null for these also after a second takeover without a reading', () => {
    const { adapters, said } = bound(three());
    adapters.b.events.emit('lost', { gatewaySerial: 'G2', serial: SERIAL, reason: 'away' });
    adapters.a.events.emit('seen', seenPth('G1', SERIAL, { periodMs: 2000 }));
    adapters.c.events.emit('seen', seenPth('G3', SERIAL, { periodMs: 2000 }));
    adapters.c.events.emit('lost', { gatewaySerial: 'G3', serial: SERIAL, reason: 'away' });
    said();
    adapters.a.events.emit('readings', reading('G1', 20));
    expect(said()).toMatchObject([{ payload: { samples: { length: 3 } } }]);
  });
});

test('makes the next gateway in order the owner', () => {
  const rig = new GatewayRig();
  const { adapters } = rig;
  expect(rig.ownerOf(SERIAL)).toBeUndefined();
  adapters.b.events.emit('seen', seenPth('G2', SERIAL));
  adapters.a.events.emit('seen', seenPth('G1', SERIAL));
  expect(rig.ownerOf(SERIAL)).toBe('b:G2');
  adapters.b.events.emit('lost', { gatewaySerial: 'G2', serial: SERIAL, reason: 'away' });
  expect(rig.ownerOf(SERIAL)).toBe('a:G1');
});

test('releases the devices of an adapter that ends, and no others', () => {
  const { adapters, ends, said, words } = bound(new GatewayRig());
  adapters.a.events.emit('seen', seenPth('G1', SERIAL));
  adapters.a.events.emit('seen', seenPth('G1', 'E24639'));
  adapters.a.events.emit('seen', seenPth('G9', 'E24639'));
  adapters.b.events.emit('seen', seenPth('G2', SERIAL));
  said();
  ends['a']?.('the entry was removed');
  adapters.a.events.emit('seen', seenPth('G1', SERIAL));
  expect(words()).toEqual([`${SERIAL} behind G2`, 'E24639 behind G9', 'E24639 is gone: the entry was removed']);
});

test('replaces an owner without readings by a gateway with readings, and does not switch back at once', () => {
  const rig = new GatewayRig();
  const { adapters, clock } = rig;
  adapters.a.events.emit('seen', seenPth('G1', SERIAL));
  adapters.b.events.emit('seen', seenPth('G2', SERIAL));
  adapters.a.events.emit('readings', reading('G1', 1));
  clock.advance(TAKEOVER_AFTER_MS);
  adapters.b.events.emit('readings', reading('G2', 2));
  expect(rig.words()).toEqual([`${SERIAL} behind G1`, `${SERIAL} behind G1, also G2`, `${SERIAL} reads 1`]);
  clock.advance(1);
  // Without a claim there is no takeover.
  adapters.b.events.emit('readings', reading('G3', 3));
  adapters.b.events.emit('readings', reading('G2', 4));
  expect(rig.words()).toEqual([`${SERIAL} behind G2, also G1`, `${SERIAL} reads 4  `]);
  adapters.a.events.emit('readings', reading('G1', 5));
  clock.advance(TAKEOVER_AFTER_MS);
  adapters.b.events.emit('readings', reading('G2', 6));
  adapters.a.events.emit('readings', reading('G1', 7));
  expect(rig.words()).toEqual([`${SERIAL} reads 6`]);
});

test('waits three long periods for the owner, whatever the others send', () => {
  const rig = new GatewayRig();
  const { adapters, clock } = rig;
  adapters.a.events.emit('seen', seenPth('G1', SERIAL, { periodMs: 60_000 }));
  adapters.b.events.emit('seen', seenPth('G2', SERIAL));
  rig.words();
  clock.advance(180_000);
  adapters.b.events.emit('readings', reading('G2', 1));
  expect(rig.words()).toEqual([]);
  clock.advance(1);
  adapters.b.events.emit('readings', reading('G2', 2));
  expect(rig.words()[0]).toBe(`${SERIAL} behind G2, also G1`);
});

test('protects the number of a device while a gateway has the device', () => {
  const rig = new GatewayRig();
  const { adapters } = rig;
  adapters.a.events.emit('seen', seenPth('G1', SERIAL));
  adapters.b.events.emit('seen', seenPth('G2', SERIAL));
  expect(['G1', 'G2', 'G3'].map((gateway) => rig.isInUse(gateway, SERIAL))).toEqual([true, true, false]);
  adapters.b.events.emit('lost', { gatewaySerial: 'G2', serial: SERIAL, reason: 'unplugged' });
  expect(['G1', 'G2'].map((gateway) => rig.isInUse(gateway, SERIAL))).toEqual([true, false]);
  expect(rig.isInUse('G1', 'E24639')).toBe(false);
});

/** The rig with methods that can be taken out of it. */
function bound(rig: GatewayRig) {
  const { adapters, asked, ends } = rig;
  return { adapters, asked, ends, said: () => rig.said(), words: () => rig.words() };
}
