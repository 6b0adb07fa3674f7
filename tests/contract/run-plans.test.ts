/** An automatic run of the built service, on an emulated instrument: started by a limit, and stopped after a kill. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Run, RunPlan } from '../../service/contract/index.ts';
import { freshFolder } from '../support/process.ts';
import { type Answer, request } from '../support/raw-http.ts';
import { measured, plug, serve } from '../support/rig.ts';
import { until } from '../support/until.ts';

const TEMPERATURE = { family: 'usb', serial: 'E24638', channel: 'temperature' };

test('a run that a limit started is stopped by its condition after the process was killed', async () => {
  const dataDir = freshFolder();
  const instrument = await plug();
  let service = await serve([instrument], { dataDir });
  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    request(service.port, {
      method,
      path: `/app/v1/${path}`,
      headers: [['Content-Type', 'application/json']],
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const show = (temperature: number): void => instrument.show(['102466', String(temperature), '66.81']);
  const temperatureIs = (temperature: number): Promise<unknown> =>
    until(`${temperature} °C`, async () => {
      const { text } = await request(service.port, { path: '/3.7.0/devices/usb/E24638/measurement' });
      return text.includes(`"temperature":{"magnitude":${temperature},`);
    });
  await measured(service);
  const added = await send('POST', 'run-plans', {
    name: 'Oven {n}',
    channels: [TEMPERATURE],
    start: { kind: 'limit', channel: TEMPERATURE, above: 60, hysteresis: 2 },
    stop_when_over: true,
  });
  expect([added.status, added.text]).toEqual([201, expect.any(String)]);
  const { id } = added.json<RunPlan>();
  const plan = async (): Promise<RunPlan> => (await send('GET', `run-plans/${id}`)).json<RunPlan>();
  const run = async (number: number): Promise<Run> => (await send('GET', `runs/${number}`)).json<Run>();
  // A reading that is not beyond the limit, after the plan was added.
  show(25.5);
  await temperatureIs(25.5);
  show(61);
  const started = await until('the run', async () => {
    const now = await plan();
    return now.last_started !== null && now;
  });
  const active = started.active_run ?? 0;
  expect(await run(active)).toMatchObject({ name: 'Oven 1', plan: id, to: null, started: started.last_started });

  const exit = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await exit;
  service = await serve([instrument], { dataDir });
  await until('the active run', async () => (await plan()).active_run === active);
  // It is passed still: no second run.
  await temperatureIs(61);
  show(59);
  await temperatureIs(59);
  // Not yet back inside by the hysteresis.
  expect(await plan()).toEqual({ ...started, active_run: active });
  show(57.5);
  await until('its end', async () => (await plan()).active_run === null);
  const ended = await run(active);
  expect(Date.parse(ended.to ?? '')).toBeGreaterThan(Date.parse(ended.started));
  show(61);
  await until('the next run', async () => (await plan()).active_run !== null);
  expect(await run((await plan()).active_run ?? 0)).toMatchObject({ name: 'Oven 2', plan: id });
});
