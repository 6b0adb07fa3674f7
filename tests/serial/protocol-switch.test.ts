/** An instrument on a port that is told to speak USB: told over HTTP, seen on the line and on the event stream. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Emulator, EmulatorOptions } from '../emulator/emulator.ts';
import { atEnd } from '../support/at-end.ts';
import { type EventClient, openEvents } from '../support/events.ts';
import { type Answer, request } from '../support/raw-http.ts';
import { plug, serve } from '../support/rig.ts';
import { type Reads, reads } from '../support/serial/reads.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

interface Bench {
  serial: string;
  instrument: Emulator;
  api: Reads;
  events: EventClient;
  /** What the instrument was told. */
  commands: string[];
}

const TEMPERATURE_ALONE = [{ title: 'SHT31 Temperature', unit: 'C', base: 22, swing: 0, whole: false }];

/** One instrument for each test. */
const INSTRUMENTS: Record<string, Partial<EmulatorOptions>> = {
  E30001: {},
  E30002: { faults: { keepsProtocol: true } },
  E30003: {},
  E30004: { product: 'USB-TRH450', columns: TEMPERATURE_ALONE, values: ['24.87'] },
};

/** Everyone's. */
let service: RunningService;
let benches: Bench[];
beforeAll(async () => {
  const made = Object.entries(INSTRUMENTS).map(async ([serial, options]) => {
    const instrument = await plug({ serial, resetMs: 100, ...options });
    const commands: string[] = [];
    instrument.on('command', (text) => commands.push(text));
    return { serial, instrument, commands };
  });
  const plugged = await Promise.all(made);
  service = await serve(plugged.map(({ instrument }) => instrument));
  const api = reads(service);
  const events = await openEvents(service.url);
  atEnd(events.close);
  benches = plugged.map(({ serial, instrument, commands }) => ({ serial, instrument, commands, api, events }));
});

async function bench(wanted: string): Promise<Bench> {
  const found = benches.find(({ serial }) => serial === wanted);
  if (!found) throw new Error(`There is no ${wanted}.`);
  await found.api.temperature(wanted, 24.87);
  // The digits are asked for last.
  await until('the introduction', () => found.commands.includes('FRAC 7'));
  return found;
}

function switchTo({ serial }: Bench, protocol: string): Promise<Answer> {
  return request(service.port, {
    method: 'POST',
    path: `/app/v1/devices/usb/${serial}/protocol`,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ protocol }),
  });
}

/** Codes of all problems that were ever told of the instrument or its port. */
const problems = ({ events, serial, instrument }: Bench): unknown[] =>
  events.seen.flatMap(({ what, value }) => {
    if (what !== 'problem') return [];
    const { code, subject } = value as { code: string; subject: string };
    return [serial, instrument.options.path].includes(subject) ? [code] : [];
  });

/** Waits until the instrument is told to be gone, and answers how. */
const removed = async ({ events, serial }: Bench): Promise<Record<string, unknown>> =>
  (await events.waitFor('removed', ({ what, data }) => what === 'device gone' && data['key'] === `usb/${serial}`)).data;

describe.concurrent('an instrument on a port', () => {
  test('is told to speak USB, restarts and is gone without a problem, until it is back', async () => {
    const rig = await bench('E30001');
    const { serial, instrument, api, events, commands } = rig;
    const { value: device } = await events.waitFor(
      'the device',
      ({ what, value }) => what === 'device' && value['serial'] === serial && value['protocol'] === 'vcp',
    );
    expect(device).toMatchObject({ can_switch_protocol: true });
    const before = commands.length;
    const answer = await switchTo(rig, 'usb');
    expect([answer.status, answer.json()]).toEqual([200, { protocol: 'usb' }]);
    expect(await removed(rig)).toEqual({
      kind: 'device',
      key: `usb/${serial}`,
      value: null,
      reason: 'restarting in USB mode',
    });
    expect(commands.slice(before)).toEqual(['PROTOCOL USB', 'RESET']);
    await api.gone(serial);
    expect(problems(rig)).toEqual([]);
    // Somebody switched it back, and plugs it in.
    instrument.show(['100000', '31', '50']);
    await instrument.start();
    await api.temperature(serial, 31);
    expect(problems(rig)).not.toContain('port-failed');
    expect(commands.filter((text) => text === 'RESET' || text.startsWith('PROTOCOL'))).toHaveLength(2);
  });

  test('is found again where it restarts without obeying', async () => {
    const rig = await bench('E30002');
    const { serial, instrument, api } = rig;
    instrument.show(['100000', '32', '50']);
    expect((await switchTo(rig, 'usb')).status).toBe(200);
    await removed(rig);
    await api.temperature(serial, 32);
    expect(problems(rig)).toEqual([]);
  });

  test('goes on where nothing was to be switched', async () => {
    const rig = await bench('E30003');
    const { serial } = rig;
    const answer = await switchTo(rig, 'vcp');
    expect(answer.status).toBe(409);
    expect((await switchTo(rig, 'serial')).status).toBe(400);
    rig.instrument.show(['100000', '33', '50']);
    await rig.api.temperature(serial, 33);
    expect(rig.events.seen.some(({ what, data }) => what === 'device gone' && data['key'] === `usb/${serial}`)).toBe(
      false,
    );
    expect(rig.commands.filter((text) => text === 'RESET' || text.startsWith('PROTOCOL'))).toEqual([]);
  });
});

test.concurrent('an instrument that speaks USB alone is not told', async () => {
  const rig = await bench('E30004');
  const shown = (await rig.api.app()).devices.find(({ serial }) => serial === rig.serial);
  expect(shown).toMatchObject({ protocol: 'vcp', can_switch_protocol: false });
  expect((await switchTo(rig, 'usb')).status).toBe(409);
  expect(rig.commands.filter((text) => text === 'RESET' || text.startsWith('PROTOCOL'))).toEqual([]);
});
