/** A corrected channel from a serial port to everything that shows its readings, through kills between the steps. */
import { expect, test } from 'vitest';
import type { ChannelCorrection, HistoryResult, ReadingsEvent } from '../../service/contract/index.ts';
import { openEvents } from '../support/events.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { freshFolder, launch, type ServiceProcess } from '../support/process.ts';
import { plug } from '../support/rig.ts';
import { until } from '../support/until.ts';

const DEVICE = 'usb/E24638';
const CORRECTION = `/app/v1/devices/${DEVICE}/channels/temperature/correction`;

/** What the instrument sends, and what a reference shows. */
const MEASURED = 24.87;
const REFERENCE = 24;

/** Starts, kills and restarts: a bound, not an expectation. */
const PATIENCE_MS = 240_000;

interface Reading {
  at: number;
  magnitude: number;
}

const rounded = (magnitude: number): number => Number(magnitude.toFixed(9));

let url = '';

async function send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
  return JSON.parse(text) as Answer;
}

/** The temperature of the contract; undefined without one. */
async function temperature(): Promise<number | undefined> {
  const answer = await fetch(`${url}/3.7.0/devices/${DEVICE}/measurement`);
  if (!answer.ok) return undefined;
  const text = await answer.text();
  expect(text).not.toContain('uncorrected');
  const { values } = JSON.parse(text) as { values: Record<string, { magnitude: number }> };
  const magnitude = values['temperature']?.magnitude;
  return magnitude === undefined ? undefined : rounded(magnitude);
}

const shows = (wanted: number) => until(`${wanted} °C`, async () => (await temperature()) === wanted);

const put = (enabled: boolean): Promise<ChannelCorrection> =>
  send('PUT', CORRECTION, { enabled, unit: '°C', points: [{ measured: MEASURED, reference: REFERENCE }] });

/** What the history has of the channel, and of the one before its correction. */
async function stored(): Promise<Record<'corrected' | 'uncorrected', Reading[]>> {
  const refs = ['temperature', 'temperature_uncorrected'].map((channel) => `channel=${DEVICE}/${channel}`);
  const range = `from=${Date.now() - 3_600_000}&to=${Date.now()}&points=20000`;
  const { channels } = await send<HistoryResult>('GET', `/app/v1/history?${refs.join('&')}&${range}`);
  const [corrected = [], uncorrected = []] = channels.map(({ parts }) =>
    parts.flatMap((part) =>
      part.kind === 'readings' ? part.at.map((at, index) => ({ at, magnitude: part.magnitude[index] ?? 0 })) : [],
    ),
  );
  return { corrected, uncorrected };
}

/** A kill costs the history less than a second. */
const isStored = (wanted: number) =>
  until(`${wanted} °C in the history`, async () =>
    (await stored()).corrected.some(({ magnitude }) => rounded(magnitude) === wanted),
  );

test(
  'a correction is in all readings from its beginning to its end, and in no others',
  async () => {
    const [broker, instrument, dataDir] = [await startMosquitto(), await plug(), freshFolder()];
    let service: ServiceProcess;
    const start = async (): Promise<void> => {
      service = launch(['--data-dir', dataDir, '--port', '0', '--serial-port', instrument.options.path]);
      url = await service.ready();
    };
    const kill = async (): Promise<void> => {
      service.child.kill('SIGKILL');
      await service.exit;
    };
    await start();
    const witness = await subscribe(broker.port, { keepSession: true });
    const client = {
      identifier: 'lab',
      host: '127.0.0.1',
      port: broker.port,
      name: 'lab',
      advanced: { discovery: true },
    };
    await send('POST', '/app/v1/mqtt/clients', client);
    await shows(MEASURED);
    await send('PATCH', `/app/v1/devices/${DEVICE}`, { period_ms: 100 });
    await witness.wait('a measurement', ({ topic }) => topic === 'lab/E24638/measurement');
    const stream = await openEvents(url);

    const { versions } = await put(true);
    const on = { since: Date.parse(versions[0]?.since ?? ''), answered: Date.now() };
    await shows(REFERENCE);
    const event = await stream.waitFor('a corrected reading', ({ what, data }) => {
      const { values } = data as unknown as ReadingsEvent;
      return what === 'readings' && rounded(values['temperature']?.magnitude ?? 0) === REFERENCE;
    });
    const { values } = event.data as unknown as ReadingsEvent;
    expect(values['temperature_uncorrected']).toEqual({ magnitude: MEASURED, unit: '°C' });
    const families = await send<object>('GET', '/3.7.0/devices/usb');
    expect(JSON.stringify(families)).not.toContain('uncorrected');
    await isStored(REFERENCE);
    await kill();

    await start();
    const restarted = await openEvents(url);
    await shows(REFERENCE);
    const off = { since: 0, answered: 0 };
    off.since = Date.parse((await put(false)).versions[0]?.since ?? '');
    off.answered = Date.now();
    const wrong = restarted.seen.filter(({ what, data }) => {
      const { values: shown } = data as unknown as ReadingsEvent;
      return what === 'readings' && rounded(shown['temperature']?.magnitude ?? 0) !== REFERENCE;
    });
    expect(wrong.filter(({ data }) => Date.parse(String(data['timestamp'])) < off.since)).toEqual([]);
    await kill();

    await start();
    await shows(MEASURED);
    const { versions: all } = await send<ChannelCorrection>('GET', CORRECTION);
    expect(all.map((version) => [version.version, version.correction?.enabled, version.coefficients?.length])).toEqual([
      [2, false, undefined],
      [1, true, 3],
    ]);

    /** Readings that arrive while a change is saved are on either side of it. */
    const expectInOrder = (where: string, readings: readonly Reading[]): void => {
      const wrongOnes = readings.filter(({ at, magnitude }) => {
        if (at < on.since || at > off.answered) return rounded(magnitude) !== MEASURED;
        return at > on.answered && at < off.since && rounded(magnitude) !== REFERENCE;
      });
      expect(wrongOnes, where).toEqual([]);
      expect(new Set(readings.map(({ magnitude }) => rounded(magnitude))), where).toEqual(
        new Set([MEASURED, REFERENCE]),
      );
    };

    const { channel_list: channels } = (
      await send<{ device: { channel_list: string[] } }>('GET', `/app/v1/devices/${DEVICE}`)
    ).device;
    expect(channels).not.toContain('temperature_uncorrected');
    const history = await until('the history until now', async () => {
      const result = await stored();
      return result.corrected.some(({ at }) => at > off.answered) && result;
    });
    expectInOrder('history', history.corrected);
    const times = history.corrected.filter(({ magnitude }) => rounded(magnitude) === REFERENCE).map(({ at }) => at);
    expect(history.uncorrected).toEqual(times.map((at) => ({ at, magnitude: MEASURED })));

    const range = `from=${on.since - 3_600_000}&to=${Date.now()}&format=jsonl&layout=readings`;
    const exported = await (await fetch(`${url}/app/v1/export?channel=${DEVICE}/temperature&${range}`)).text();
    const lines = exported.trim().split('\n');
    expectInOrder(
      'export',
      lines.map((line) => {
        const { timestamp, magnitude } = JSON.parse(line) as { timestamp: string; magnitude: number };
        return { at: Date.parse(timestamp), magnitude };
      }),
    );

    const published = () =>
      witness.on('lab/E24638/measurement').map(({ payload }) => {
        const parsed = JSON.parse(payload) as { timestamp: string; values: Record<string, { magnitude: number }> };
        return { at: Date.parse(parsed.timestamp), magnitude: parsed.values['temperature']?.magnitude ?? 0 };
      });
    await until('measurements after the correction', () => published().some(({ at }) => at > off.answered));
    expectInOrder('MQTT', published());
    expect(witness.messages.filter(({ topic, payload }) => `${topic} ${payload}`.includes('uncorrected'))).toEqual([]);
  },
  PATIENCE_MS,
);
