/** An instrument on a port that is told to speak USB: told over HTTP, seen on the line and on the event stream. */
import { describe, expect, test } from 'vitest';
import type { Emulator, EmulatorOptions } from '../instruments/emulator.ts';
import { type EventClient, openEvents } from '../support/events.ts';
import { type Answer, request } from '../support/raw-http.ts';
import { atEnd, plug, serve } from '../support/rig.ts';
import { type Reads, reads } from '../support/serial/reads.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

interface Bench {
  instrument: Emulator;
  service: RunningService;
  api: Reads;
  events: EventClient;
  /** What the instrument was told. */
  commands: string[];
}

async function bench(options: Partial<EmulatorOptions> = {}): Promise<Bench> {
  const instrument = await plug({ resetMs: 100, ...options });
  const commands: string[] = [];
  instrument.on('command', (text) => commands.push(text));
  const service = await serve([instrument]);
  const api = reads(service);
  await api.temperature('E24638', 24.87);
  // The digits are asked for last.
  await until('the introduction', () => commands.includes('FRAC 7'));
  const events = await openEvents(service.url);
  atEnd(events.close);
  return { instrument, service, api, events, commands };
}

function switchTo({ service }: Bench, protocol: string): Promise<Answer> {
  return request(service.port, {
    method: 'POST',
    path: '/app/v1/devices/usb/E24638/protocol',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ protocol }),
  });
}

/** Codes of all troubles that were ever told. */
const troubles = ({ events }: Bench): unknown[] =>
  events.seen.flatMap(({ event, data }) => (event === 'notice' ? [(data['trouble'] as { code: string }).code] : []));

describe('an instrument on a port', () => {
  test('is told to speak USB, restarts and is gone without a trouble, until it is back', async () => {
    const rig = await bench();
    const { instrument, api, events, commands } = rig;
    await events.waitFor('the device', ({ event, data }) => event === 'device' && data['protocol'] === 'vcp');
    expect(events.seen.find(({ event }) => event === 'device')?.data).toMatchObject({ can_switch_protocol: true });
    const before = commands.length;
    const answer = await switchTo(rig, 'usb');
    expect([answer.status, answer.json()]).toEqual([200, { protocol: 'usb' }]);
    const { data } = await events.waitFor('removed', ({ event }) => event === 'removed');
    expect(data).toEqual({ family: 'usb', serial: 'E24638', reason: 'it restarts in USB mode' });
    expect(commands.slice(before)).toEqual(['PROTOCOL USB', 'RESET']);
    await api.gone('E24638');
    expect(troubles(rig)).toEqual([]);
    // Somebody switched it back, and plugs it in.
    instrument.show(['100000', '31', '50']);
    await instrument.start();
    await api.temperature('E24638', 31);
    expect(troubles(rig)).not.toContain('port-failed');
    expect(commands.filter((text) => text === 'RESET' || text.startsWith('PROTOCOL'))).toHaveLength(2);
  });

  test('is found again where it restarts without obeying', async () => {
    const rig = await bench({ faults: { keepsProtocol: true } });
    const { instrument, api, events } = rig;
    instrument.show(['100000', '32', '50']);
    expect((await switchTo(rig, 'usb')).status).toBe(200);
    await events.waitFor('removed', ({ event }) => event === 'removed');
    await api.temperature('E24638', 32);
    expect(troubles(rig)).toEqual([]);
  });

  test('goes on where nothing was to be switched', async () => {
    const rig = await bench();
    const answer = await switchTo(rig, 'vcp');
    expect(answer.status).toBe(409);
    expect((await switchTo(rig, 'serial')).status).toBe(400);
    rig.instrument.show(['100000', '33', '50']);
    await rig.api.temperature('E24638', 33);
    expect(rig.events.seen.some(({ event }) => event === 'removed')).toBe(false);
    expect(rig.commands.filter((text) => text === 'RESET' || text.startsWith('PROTOCOL'))).toEqual([]);
  });
});

test('an instrument that speaks USB alone is not told', async () => {
  const columns = [{ title: 'SHT31 Temperature', unit: 'C', base: 22, swing: 0, whole: false }];
  const rig = await bench({ product: 'USB-TRH450', columns, values: ['24.87'] });
  expect((await rig.api.app()).devices[0]).toMatchObject({ protocol: 'vcp', can_switch_protocol: false });
  expect((await switchTo(rig, 'usb')).status).toBe(409);
  expect(rig.commands.filter((text) => text === 'RESET' || text.startsWith('PROTOCOL'))).toEqual([]);
});
