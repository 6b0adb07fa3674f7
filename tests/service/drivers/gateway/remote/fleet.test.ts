import { describe, expect, test } from 'vitest';
import { aboutText, climateInfo, FleetRig, infoText, measurementText, OTHER, OWN, THIRD } from './support.ts';

const NO_LONGER_CONNECTED = `its Mensura ${OTHER} is not connected any more`;

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
    expect(rig.fleet.gateways()).toEqual([{ gateway_serial: OTHER, online: true, instruments: 1 }]);
  });

  test.each([
    ['lab/status', 'offline', NO_LONGER_CONNECTED],
    ['lab/status', '', `its Mensura ${OTHER} is not published any more`],
    ['lab/about', '', `its Mensura ${OTHER} is not published any more`],
    ['lab/about', aboutText(OWN), `its Mensura ${OTHER} is not published any more`],
    ['lab/E1/status', 'offline', 'its Mensura does not have it any more'],
    ['lab/E1/status', '', 'its Mensura does not have it any more'],
    ['lab/E1/info', '', 'its Mensura does not publish it any more'],
    ['lab/E1/info', '{}', 'what its Mensura says of it is not understood'],
  ])('is lost when %s is "%s"', (topic, payload, reason) => {
    const rig = new FleetRig();
    rig.remote('lab', OTHER, 'E1');
    rig.words();
    rig.now(topic, payload);
    rig.read('lab', 'E1', { temperature: 1 });
    expect(rig.words()).toEqual([`lost ${OTHER} E1: ${reason}`]);
    expect(
      rig.fleet
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
    expect(rig.fleet.gateways()).toEqual([{ gateway_serial: OTHER, online: false, instruments: 0 }]);
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
    expect(rig.fleet.gateways()).toEqual([]);
    expect(rig.fleet.hasOwn).toBe(true);
  });

  test('shows a name that another Mensura took over', () => {
    const rig = new FleetRig('+');
    rig.remote('lab', OWN, 'E1');
    rig.now('lab/about', aboutText(OTHER));
    expect(rig.words()).toEqual([`seen ${OTHER} E1`]);
    expect(rig.fleet.hasOwn).toBe(false);
  });
});

describe('readings', () => {
  function shown(...labels: string[]): FleetRig {
    const rig = new FleetRig();
    rig.remote('lab', OTHER);
    rig.instrument('lab', 'E1', climateInfo('E1', ...labels));
    rig.said();
    return rig;
  }

  test('are told with their time to the millisecond', () => {
    const rig = shown();
    const at = rig.clock.now() - 17;
    rig.now('lab/E1/measurement', measurementText('E1', at, { temperature: 21.123456789012344 }));
    expect(rig.said()).toEqual([
      {
        name: 'readings',
        payload: {
          gatewaySerial: OTHER,
          serial: 'E1',
          at,
          samples: [{ channel: 'temperature', magnitude: 21.123456789012344 }],
        },
      },
    ]);
    expect(rig.fleet.latencyMs).toBe(17);
  });

  test('that the broker kept are refused: they are not of now', () => {
    const rig = shown();
    rig.kept('lab/E1/measurement', measurementText('E1', rig.clock.now(), { temperature: 1 }));
    expect(rig.words()).toEqual([`rejected ${OTHER} E1`]);
    expect(rig.fleet.counts.refused).toBe(1);
  });

  test('of nonsense are refused, counted and told', () => {
    const rig = shown();
    rig.now('lab/E1/measurement', '{"serial":"E1"}');
    rig.now('lab/E1/measurement', 'nonsense');
    expect(rig.words()).toEqual([`rejected ${OTHER} E1`, `rejected ${OTHER} E1`]);
    expect(rig.fleet.counts.refused).toBe(2);
    expect(rig.notices.at(-1)).toEqual({
      code: 'answer-broken',
      text: 'lab/E1/measurement is not a JSON object',
      remedy: 'See what publishes there: it is not a Mensura that this one understands.',
    });
  });

  test('that come late, twice or in a wrong order never replace a newer one', () => {
    const rig = shown();
    rig.read('lab', 'E1', { temperature: 1 }, 100);
    rig.read('lab', 'E1', { temperature: 1 }, 100);
    rig.read('lab', 'E1', { temperature: 3 }, 101);
    rig.read('lab', 'E1', { temperature: 4 }, 99);
    rig.read('lab', 'E1', { temperature: 5 }, 3_600_000);
    expect(rig.words()).toEqual([`read ${OTHER} E1 temperature 1`, `read ${OTHER} E1 temperature 4`]);
    expect(rig.fleet.counts.refused).toBe(0);
  });

  test('of an instrument that waits for room to be shown are kept for its history', () => {
    const rig = shown();
    rig.now('lab/E1/status', 'offline');
    const late: unknown[] = [];
    rig.events.on('late', ({ samples }) => late.push(samples[0]?.magnitude));
    // What comes and goes uses up what there is, but for what readings leave and do not need.
    for (let count = 0; count < 6000; count += 1) rig.now('lab/E1/status', count % 2 === 0 ? 'online' : 'offline');
    rig.now('lab/E1/status', 'online');
    rig.said();
    rig.read('lab', 'E1', { temperature: 1 });
    rig.clock.advance(1000);
    rig.read('lab', 'E1', { temperature: 2 });
    expect(late).toEqual([2]);
  });

  test('that stream in leave room for what comes and goes', () => {
    const rig = shown();
    for (let count = 0; count < 20_000; count += 1) rig.read('lab', 'E1', { temperature: count }, 100_000 - count);
    const { refused } = rig.fleet.counts;
    expect(refused).toBeGreaterThan(5000);
    rig.said();
    rig.now('lab/E2/info', infoText('E2'));
    rig.now('lab/E2/status', 'online');
    expect(rig.words()).toEqual([`seen ${OTHER} E2`]);
    expect(rig.fleet.counts.refused).toBe(refused);
  });

  test('that came under one name of a Mensura do not come again under the next, of an instrument that left', () => {
    const rig = shown();
    const late: unknown[] = [];
    rig.events.on('late', ({ samples }) => late.push(samples[0]?.magnitude));
    rig.now('lab/E1/status', 'offline');
    for (const ageMs of [9000, 8000]) rig.read('lab', 'E1', { temperature: ageMs }, ageMs);
    rig.now('lab/status', 'offline');
    rig.remote('other', OTHER, 'E1');
    rig.now('other/E1/status', 'offline');
    for (const ageMs of [9000, 8000, 7000]) rig.read('other', 'E1', { temperature: ageMs }, ageMs);
    expect(late).toEqual([9000, 8000, 7000]);
  });

  describe('of an instrument that is not there', () => {
    /** The temperatures that are passed on as late while what is said makes it so, and whether the instrument comes along. */
    function lateOf(...said: [topic: string, payload: string][]): [temperature: unknown, absent: string | undefined][] {
      const rig = shown();
      const late: [unknown, string | undefined][] = [];
      rig.events.on('late', ({ samples, absent }) => late.push([samples[0]?.magnitude, absent?.serial]));
      for (const [topic, payload] of said) rig.now(topic, payload);
      rig.said();
      for (const ageMs of [3_600_000, 0]) rig.read('lab', 'E1', { temperature: ageMs }, ageMs);
      expect(rig.words()).toEqual([]);
      return late;
    }

    const both = [
      [3_600_000, 'E1'],
      [0, 'E1'],
    ];

    test.each([
      ['left', [['lab/E1/status', 'offline']]],
      [
        'was not found again yet, after its Mensura restarted',
        [
          ['lab/status', 'offline'],
          ['lab/status', 'online'],
          ['lab/E1/status', 'offline'],
        ],
      ],
    ] as [string, [string, string][]][])('and %s are kept for its history', (_what, said) => {
      expect(lateOf(...said)).toEqual(both);
    });

    test.each([
      [
        'whose Mensura is away',
        [
          ['lab/E1/status', 'offline'],
          ['lab/status', 'offline'],
        ],
      ],
      [
        'that nothing is known of',
        [
          ['lab/E1/status', 'offline'],
          ['lab/E1/info', ''],
        ],
      ],
      ['that is not said to be gone', [['lab/E1/status', '']]],
      [
        'whose Mensura is this one',
        [
          ['lab/E1/status', 'offline'],
          ['lab/about', aboutText(OWN)],
        ],
      ],
      [
        'whose Mensura is shown under another name',
        [
          ['other/status', 'online'],
          ['other/about', aboutText(OTHER)],
          ['lab/status', 'offline'],
          ['lab/status', 'online'],
          ['lab/E1/status', 'offline'],
        ],
      ],
    ] as [string, [string, string][]][])('%s are not', (_what, said) => {
      expect(lateOf(...said)).toEqual([]);
    });

    test('are taken once, in their order, and what follows once it is back', () => {
      const rig = shown();
      const late: unknown[] = [];
      rig.events.on('late', ({ samples }) => late.push(samples[0]?.magnitude));
      rig.now('lab/E1/status', 'offline');
      for (const ageMs of [9000, 8000, 9000, 8000, 7000]) rig.read('lab', 'E1', { temperature: ageMs }, ageMs);
      rig.now('lab/E1/status', 'online');
      rig.said();
      for (const ageMs of [7000, 6000]) rig.read('lab', 'E1', { temperature: ageMs }, ageMs);
      expect(late).toEqual([9000, 8000, 7000]);
      expect(rig.words()).toEqual([`read ${OTHER} E1 temperature 6000`]);
    });
  });

  test('of one millisecond are several where they differ', () => {
    const rig = shown();
    for (const temperature of [1, 2, 2, null]) rig.read('lab', 'E1', { temperature }, 100);
    expect(rig.words()).toEqual([1, 2, null].map((value) => `read ${OTHER} E1 temperature ${value}`));
  });

  test('of an instrument that samples slowly may be ten periods on their way', () => {
    const rig = shown();
    rig.instrument(
      'lab',
      'E1',
      infoText('E1', ({ device }) => (device.channels.temperature.period_ms = 60_000)),
    );
    rig.said();
    rig.read('lab', 'E1', { temperature: 1 }, 600_000);
    rig.read('lab', 'E1', { temperature: 2 }, 600_001);
    expect(rig.words()).toEqual([`read ${OTHER} E1 temperature 1`]);
  });

  test('by a clock that was put back are taken once it is learnt', () => {
    const rig = shown();
    rig.read('lab', 'E1', { temperature: 1 });
    for (let index = 0; index < 30; index += 1) {
      rig.clock.advance(1000);
      rig.read('lab', 'E1', { temperature: 2 }, 3_600_000);
    }
    expect(rig.words().filter((words) => words.endsWith(' 2')).length).toBeGreaterThan(5);
    expect(rig.fleet.latencyMs).toBeNull();
  });

  test('by a clock that is far ahead are taken; the delay is not known then', () => {
    const rig = shown();
    rig.read('lab', 'E1', { temperature: 1 }, -3_600_000);
    expect(rig.words()).toHaveLength(1);
    expect(rig.fleet.latencyMs).toBeNull();
    const nearly = shown();
    nearly.read('lab', 'E1', { temperature: 1 }, -500);
    expect(nearly.fleet.latencyMs).toBe(0);
  });

  test('a channel that failed is null once; one that is missing for three periods is null too', () => {
    const rig = shown('relative_humidity', 'co2');
    rig.read('lab', 'E1', { temperature: 1, relative_humidity: 40, co2: null });
    for (let index = 0; index < 6; index += 1) {
      rig.clock.advance(1000);
      rig.read('lab', 'E1', { temperature: 2 });
    }
    const key = `read ${OTHER} E1`;
    expect(rig.words()).toEqual([
      `${key} temperature 1, relative_humidity 40, co2 null`,
      `${key} temperature 2`,
      `${key} temperature 2`,
      `${key} temperature 2`,
      `${key} temperature 2, relative_humidity null`,
      `${key} temperature 2`,
      `${key} temperature 2`,
    ]);
  });

  test('what is missing is told of a channel that moved to another place, and not of one that is no more', () => {
    const rig = shown('relative_humidity', 'co2');
    rig.read('lab', 'E1', { temperature: 1, relative_humidity: 40, co2: 400 });
    rig.now('lab/E1/info', climateInfo('E1', 'pressure', 'co2'));
    rig.clock.advance(5000);
    rig.said();
    rig.read('lab', 'E1', { temperature: 2 });
    expect(rig.words()).toEqual([`read ${OTHER} E1 temperature 2, co2 null`]);
  });

  test('an instrument that comes back has nothing that could be missing', () => {
    const rig = shown('co2');
    rig.read('lab', 'E1', { temperature: 1, co2: 400 });
    rig.now('lab/status', 'offline');
    rig.now('lab/status', 'online');
    rig.clock.advance(60_000);
    rig.said();
    rig.read('lab', 'E1', { temperature: 2 });
    expect(rig.words()).toEqual([`read ${OTHER} E1 temperature 2`]);
  });

  test('of computed channels alone are nothing to tell', () => {
    const rig = shown('relative_humidity', 'dew_point');
    rig.read('lab', 'E1', { dew_point: 7 });
    expect(rig.words()).toEqual([]);
    expect(rig.fleet.counts.refused).toBe(0);
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
    expect(rig.fleet.gateways()).toEqual([{ gateway_serial: OTHER, online: true, instruments: 2 }]);
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
    expect(rig.fleet.gateways()).toEqual([{ gateway_serial: OTHER, online: true, instruments: 2 }]);
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
      `lost ${OTHER} E1: its Mensura does not publish it any more`,
      `lost ${OTHER} E2: its Mensura does not publish it any more`,
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
      `lost ${OTHER} E2: its Mensura does not have it any more`,
      `lost ${OTHER} E3: its Mensura does not publish it any more`,
      `lost ${THIRD} E4: its Mensura ${THIRD} is not published any more`,
    ]);
    expect(rig.fleet.gateways()).toEqual([{ gateway_serial: OTHER, online: true, instruments: 1 }]);
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
    rig.fleet.clear('the broker is away');
    rig.fleet.clear('the broker is away');
    rig.read('lab', 'E1', { temperature: 1 });
    expect(rig.words()).toEqual([`lost ${OTHER} E1: the broker is away`]);
    expect(rig.fleet.gateways()).toEqual([]);
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
    'lab/status says neither online nor offline',
    'lab/E1/status says neither online nor offline',
    'lab/about names no installation',
    'elsewhere/x is not a topic of Mensura',
  ]);
  rig.read('lab', 'E1', { temperature: 2 }, -1);
  expect(rig.words().at(-1)).toBe(`read ${OTHER} E1 temperature 2`);
});
