import { beforeAll, expect, test } from 'vitest';
import type { ChannelCorrection } from '../../../service/contract/index.ts';
import { measured, plug, serve } from '../../support/rig.ts';
import { mensura } from './support/mensura.ts';

let env: Record<string, string>;

beforeAll(async () => {
  const service = await serve([await plug()]);
  env = { MENSURA_DATA_DIR: service.dataDir };
  await measured(service);
});

const correct = (...args: string[]) => mensura(['correct', 'E24638', 'temperature', ...args], { env });

async function correction(...args: string[]): Promise<ChannelCorrection> {
  const { code, out, err } = await correct(...args, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as ChannelCorrection;
}

test('shows, changes, switches and removes a correction', async () => {
  expect(await correct()).toEqual({ code: 0, out: '', err: 'No correction.\n' });
  const range = ['--from', '-40', '--to', '125', '--outside', 'none'];
  const set = await correction('--point', '-10.5=-10', '--point', '60.4=60', '--by', 'A. Miller', ...range);
  expect(set.correction).toMatchObject({
    enabled: true,
    unit: '°C',
    points: [
      { measured: -10.5, reference: -10 },
      { measured: 60.4, reference: 60 },
    ],
    range: { from: -40, to: 125, outside: 'none' },
    by: 'A. Miller',
  });
  const off = await correction('--off', '--due', '2099-11-01');
  expect(off.correction).toEqual({ ...set.correction, enabled: false, due: '2099-11-01' });
  const on = await correction('--on', '--due', 'none');
  expect(on.correction).toEqual(set.correction);
  // New points begin anew.
  const again = await correction('--point', '20=19.5', '--note', 'an \u001B[31mescape');
  expect(again.correction).toMatchObject({ by: '', range: null, due: null });
  const { out } = await correct();
  expect(out).toMatch(/^MEASURED {2}REFERENCE {2}UNIT\n +20 +19\.5 {2}°C\nNote: an \\x1b\[31mescape\n\nVERSION /);
  expect(out).toMatch(/\n +4 {2}\S+Z {2}on {5}-0\.5 \+ 1 x\n +3 .*\n +2 {2}\S+Z {2}off {4}not corrected\n/);
  expect(await correction('--remove')).toMatchObject({ correction: null, versions: [{ version: 5 }, {}, {}, {}, {}] });
});

test.each([
  [['--off'], 2, 'the channel has no correction; add one with --point'],
  [['--on', '--off'], 2, 'cannot use --on and --off together'],
  [['--remove', '--on'], 2, 'cannot use --remove with flags'],
  [['--point', '20.1'], 2, 'must be measured=reference'],
  [['--point', '20=20', '--from', '1'], 2, 'a range requires --from and --to'],
  [['--point', '20=20', '--point', '20=21'], 8, 'points: must be a function: 20 has two references'],
  [['--remove'], 7, 'temperature of E24638 has no correction'],
])('refuses %j', async (args, code, message) => {
  await correct('--remove');
  const answer = await correct(...args);
  expect(answer).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
});

test('says which channels a device has', async () => {
  const answer = await mensura(['correct', 'E24638', 'pressure'], { env });
  expect(answer).toMatchObject({ code: 7, err: expect.stringContaining('the device has atmospheric_pressure') });
  expect(await mensura(['correct', 'E1', 'pressure'], { env })).toMatchObject({
    code: 7,
    err: expect.stringContaining('no device with the serial number E1'),
  });
});
