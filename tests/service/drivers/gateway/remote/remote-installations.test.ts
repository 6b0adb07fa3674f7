import { describe, expect, test } from 'vitest';
import { aboutText, climateInfo, FleetRig, infoText, OTHER, OWN, THIRD } from './support.ts';

const NO_LONGER_CONNECTED = `remote Mensura ${OTHER} disconnected`;

describe('an instrument', () => {
  test('is seen when remote, installation, info and status are known, in whatever order', () => {
    const rig = new FleetRig();
    rig.kept('lab/E1/info', infoText('E1'));
    rig.kept('lab/E1/status', 'online');
    rig.kept('lab/status', 'online');
    expect(rig.said()).toEqual([]);
    rig.kept('lab/about', aboutText(OTHER));
    expect(rig.said()).toEqual([
      {
        name: 'seen',
        payload: {
          gatewaySerial: OTHER,
          serial: 'E1',
          node: undefined,
          product: expect.objectContaining({ model: 'VCP-RTD300-CAL/v1' }),
          vendor: 'Dracal technologies inc.',
          productName: 'VCP-RTD300-CAL',
          firmware: { major: 2, minor: 4 },
          protocols: { usb: true, vcp: true },
          simulated: false,
          protocol: null,
          periodMs: 1000,
          connections: { usb: null, vcp: { port: '/dev/ttyACM0' } },
          cameOverMqtt: true,
        },
      },
    ]);
    expect(rig.fleet.presence.gateways()).toEqual([{ gateway_serial: OTHER, online: true, instruments: 1 }]);
  });

  test.each([
    ['lab/status', 'offline', NO_LONGER_CONNECTED],
    ['lab/status', '', `remote Mensura ${OTHER} is no longer published`],
    ['lab/about', '', `remote Mensura ${OTHER} is no longer published`],
    ['lab/about', aboutText(OWN), `remote Mensura ${OTHER} is no longer published`],
    ['lab/E1/status', 'offline', 'no longer connected to the remote Mensura'],
    ['lab/E1/status', '', 'no longer connected to the remote Mensura'],
    ['lab/E1/info', '', 'no longer published by the remote Mensura'],
    ['lab/E1/info', '{}', 'invalid description from the remote Mensura'],
  ])('is lost when %s is "%s"', (topic, payload, reason) => {
    const rig = new FleetRig();
    rig.remote('lab', OTHER, 'E1');
    rig.words();
    rig.now(topic, payload);
    rig.read('lab', 'E1', { temperature: 1 });
    expect(rig.words()).toEqual([`lost ${OTHER} E1: ${reason}`]);
    expect(
      rig.fleet.presence
        .gateways()
        .map(({ instruments }) => instruments)
        .join(),
    ).toMatch(/^0?$/);
  });

  test.each([
    ['lab/status', 'offline', 'online'],
    ['lab/about', '', aboutText(OTHER)],
    ['lab/E1/status', 'offline', 'online'],
    ['lab/E1/info', '', infoText('E1')],
  ])('is back when %s is what it was', (topic, gone, back) => {
    const rig = new FleetRig();
    rig.remote('lab', OTHER, 'E1');
    rig.now(topic, gone);
    rig.words();
    rig.now(topic, back);
    rig.read('lab', 'E1', { temperature: 1 });
    expect(rig.words()).toEqual([`seen ${OTHER} E1`, `read ${OTHER} E1 temperature 1`]);
  });

  test('is told again when it changed, and not when it did not', () => {
    const rig = new FleetRig();
    rig.remote('lab', OTHER, 'E1');
    rig.words();
    rig.remote('lab', OTHER, 'E1');
    expect(rig.words()).toEqual([]);
    rig.now('lab/E1/info', climateInfo('E1', 'relative_humidity'));
    expect(rig.said()).toMatchObject([
      {
        name: 'seen',
        payload: { product: { channels: { relative_humidity: { unit: 'unit of relative_humidity' } } } },
      },
    ]);
    rig.now(
      'lab/E1/info',
      infoText('E1', ({ device }) => (device.channels.temperature.period_ms = 250)),
    );
    expect(rig.said()).toMatchObject([{ name: 'seen', payload: { periodMs: 250 } }]);
  });

  test('of a remote that is offline is never seen, whatever is kept of it', () => {
    const rig = new FleetRig();
    rig.kept('lab/status', 'offline');
    rig.kept('lab/about', aboutText(OTHER));
    rig.instrument('lab', 'E1');
    rig.read('lab', 'E1', { temperature: 1 });
    expect(rig.words()).toEqual([]);
    expect(rig.fleet.presence.gateways()).toEqual([{ gateway_serial: OTHER, online: false, instruments: 0 }]);
  });
});

describe('this installation', () => {
  test('ignores itself, and is not listed', () => {
    const rig = new FleetRig('+');
    rig.instrument('own', 'E1');
    rig.kept('own/status', 'online');
    rig.kept('own/about', aboutText(OWN));
    rig.now('own/status', 'online');
    rig.read('own', 'E1', { temperature: 1 });
    rig.now('own/E1/info', climateInfo('E1', 'co2'));
    expect(rig.words()).toEqual([]);
    expect(rig.fleet.presence.gateways()).toEqual([]);
    expect(rig.fleet.presence.hasOwn).toBe(true);
  });

  test('shows a name that another Mensura took over', () => {
    const rig = new FleetRig('+');
    rig.remote('lab', OWN, 'E1');
    rig.now('lab/about', aboutText(OTHER));
    expect(rig.words()).toEqual([`seen ${OTHER} E1`]);
    expect(rig.fleet.presence.hasOwn).toBe(false);
  });
});

describe('two names of one installation', () => {
  function both(): FleetRig {
    const rig = new FleetRig('fleet/+');
    rig.remote('fleet/old', OTHER, 'E1', 'E2');
    rig.remote('fleet/new', OTHER, 'E2', 'E3');
    return rig;
  }

  test('the one that was online first counts', () => {
    const rig = both();
    rig.read('fleet/new', 'E2', { temperature: 1 });
    rig.read('fleet/old', 'E2', { temperature: 2 });
    expect(rig.words()).toEqual([`seen ${OTHER} E1`, `seen ${OTHER} E2`, `read ${OTHER} E2 temperature 2`]);
    expect(rig.fleet.presence.gateways()).toEqual([{ gateway_serial: OTHER, online: true, instruments: 2 }]);
  });

  test('what both have goes on when it is the other one that counts', () => {
    const rig = both();
    rig.words();
    rig.now('fleet/old/status', 'offline');
    rig.read('fleet/new', 'E2', { temperature: 1 });
    expect(rig.words()).toEqual([
      `lost ${OTHER} E1: ${NO_LONGER_CONNECTED}`,
      `seen ${OTHER} E2`,
      `seen ${OTHER} E3`,
      `read ${OTHER} E2 temperature 1`,
    ]);
    expect(rig.fleet.presence.gateways()).toEqual([{ gateway_serial: OTHER, online: true, instruments: 2 }]);
    rig.now('fleet/old/status', 'online');
    expect(rig.words()).toEqual([]);
  });

  test('a channel that the other one does not give is null', () => {
    const rig = new FleetRig('fleet/+');
    for (const name of ['old', 'new']) {
      rig.remote(`fleet/${name}`, OTHER);
      rig.instrument(`fleet/${name}`, 'E1', climateInfo('E1', 'co2'));
    }
    rig.read('fleet/old', 'E1', { temperature: 1, co2: 400 });
    rig.now('fleet/old/status', 'offline');
    rig.clock.advance(5000);
    rig.said();
    rig.read('fleet/new', 'E1', { temperature: 2 });
    expect(rig.words()).toEqual([`read ${OTHER} E1 temperature 2, co2 null`]);
  });

  test('what comes late under the other name takes no newer value away', () => {
    const rig = both();
    rig.read('fleet/old', 'E2', { temperature: 2 });
    rig.now('fleet/old/status', 'offline');
    rig.words();
    rig.read('fleet/new', 'E2', { temperature: 1 }, 30_000);
    rig.read('fleet/new', 'E2', { temperature: 2 });
    rig.clock.advance(1000);
    rig.read('fleet/new', 'E2', { temperature: 3 });
    expect(rig.words()).toEqual([`read ${OTHER} E2 temperature 3`]);
  });

  test('a client that is renamed is cleared and published anew', () => {
    const rig = both();
    rig.words();
    for (const topic of ['E1/info', 'E1/status', 'E2/info', 'E2/status', 'about', 'status']) {
      rig.now(`fleet/old/${topic}`, '');
    }
    expect(rig.words()).toEqual([
      `lost ${OTHER} E1: no longer published by the remote Mensura`,
      `lost ${OTHER} E2: no longer published by the remote Mensura`,
      `seen ${OTHER} E2`,
      `seen ${OTHER} E3`,
    ]);
  });
});

describe('a new connection to the broker', () => {
  test('what the broker does not say again is lost once it has settled, what it says goes on', () => {
    const rig = new FleetRig('fleet/+');
    rig.remote('fleet/a', OTHER, 'E1', 'E2', 'E3');
    rig.remote('fleet/b', THIRD, 'E4');
    rig.words();
    rig.fleet.subscribed();
    rig.kept('fleet/a/status', 'online');
    rig.kept('fleet/a/about', aboutText(OTHER));
    rig.instrument('fleet/a', 'E1');
    rig.kept('fleet/a/E2/info', infoText('E2'));
    rig.kept('fleet/a/E3/status', 'online');
    expect(rig.words()).toEqual([]);
    rig.fleet.settle();
    expect(rig.words().toSorted()).toEqual([
      `lost ${OTHER} E2: no longer connected to the remote Mensura`,
      `lost ${OTHER} E3: no longer published by the remote Mensura`,
      `lost ${THIRD} E4: remote Mensura ${THIRD} is no longer published`,
    ]);
    expect(rig.fleet.presence.gateways()).toEqual([{ gateway_serial: OTHER, online: true, instruments: 1 }]);
    rig.fleet.settle();
    expect(rig.words()).toEqual([]);
  });

  test('the name that is not said again gives way to one that is, without a break', () => {
    const rig = new FleetRig('fleet/+');
    rig.remote('fleet/a', OTHER, 'E1');
    rig.remote('fleet/b', OTHER, 'E1');
    rig.remote('fleet/c', OTHER, 'E1', 'E2');
    rig.words();
    rig.fleet.subscribed();
    rig.remote('fleet/c', OTHER, 'E1', 'E2');
    rig.fleet.settle();
    expect(rig.words()).toEqual([`seen ${OTHER} E1`, `seen ${OTHER} E2`]);
  });

  test('everything can be forgotten, and comes again', () => {
    const rig = new FleetRig();
    rig.remote('lab', OTHER, 'E1');
    rig.words();
    rig.fleet.clear('broker disconnected');
    rig.fleet.clear('broker disconnected');
    rig.read('lab', 'E1', { temperature: 1 });
    expect(rig.words()).toEqual([`lost ${OTHER} E1: broker disconnected`]);
    expect(rig.fleet.presence.gateways()).toEqual([]);
    rig.remote('lab', OTHER, 'E1');
    expect(rig.words()).toEqual([`seen ${OTHER} E1`]);
  });
});

test('messages are counted: those understood, and those not', () => {
  const rig = new FleetRig();
  rig.remote('lab', OTHER, 'E1');
  expect([rig.fleet.counts.received, rig.fleet.counts.refused]).toEqual([4, 0]);
  rig.read('lab', 'E1', { temperature: 1 });
  rig.kept('lab/status', 'maybe');
  rig.kept('lab/E1/status', '1');
  rig.kept('lab/about', '{}');
  rig.kept('elsewhere/x', '');
  expect([rig.fleet.counts.received, rig.fleet.counts.refused]).toEqual([5, 4]);
  expect(rig.notices.map(({ text }) => text)).toEqual([
    'lab/status is neither "online" nor "offline"',
    'lab/E1/status is neither "online" nor "offline"',
    'lab/about has no installation ID',
    'elsewhere/x is not a Mensura topic',
  ]);
  rig.read('lab', 'E1', { temperature: 2 }, -1);
  expect(rig.words().at(-1)).toBe(`read ${OTHER} E1 temperature 2`);
});
