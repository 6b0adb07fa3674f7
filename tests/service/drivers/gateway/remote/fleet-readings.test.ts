/** What becomes of the readings of remotes. */
import { describe, expect, test } from 'vitest';
import { aboutText, climateInfo, FleetRig, infoText, measurementText, OTHER, OWN } from './support.ts';

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
    expect(rig.fleet.readings.latencyMs).toBe(17);
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
      remedy: 'Check which program publishes there; the messages are not from a compatible Mensura.',
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
    expect(rig.fleet.readings.latencyMs).toBeNull();
  });

  test('by a clock that is far ahead are taken; the delay is not known then', () => {
    const rig = shown();
    rig.read('lab', 'E1', { temperature: 1 }, -3_600_000);
    expect(rig.words()).toHaveLength(1);
    expect(rig.fleet.readings.latencyMs).toBeNull();
    const nearly = shown();
    nearly.read('lab', 'E1', { temperature: 1 }, -500);
    expect(nearly.fleet.readings.latencyMs).toBe(0);
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

  test('of virtual channels alone are those of the remote', () => {
    const rig = shown('relative_humidity', 'dew_point');
    rig.read('lab', 'E1', { dew_point: 7 });
    expect(rig.words()).toEqual([`read ${OTHER} E1 dew_point 7`]);
    expect(rig.fleet.counts.refused).toBe(0);
  });
});
