/** Prometheus scrapes a running Mensura with the documented files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { freshFolder } from '../support/process.ts';
import { measured, plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { EXAMPLES, type Prometheus, promtool, startPrometheus } from './support/prometheus.ts';

interface Panel {
  title: string;
  targets: { expr: string }[];
}

const DASHBOARD = JSON.parse(readFileSync(join(EXAMPLES, 'mensura-dashboard.json'), 'utf8')) as {
  panels: Panel[];
  templating: { list: { name: string; query: { query: string } | string }[] };
};

const RULES = readFileSync(join(EXAMPLES, 'mensura-rules.yml'), 'utf8');
const PAGE = readFileSync(join(ROOT, 'docs/prometheus.md'), 'utf8');

let instrument: Emulator;
let service: RunningService;
let prometheus: Prometheus;

async function change(path: string, body: object): Promise<void> {
  const response = await fetch(`${service.url}/app/v1/${path}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
}

async function metrics(accept?: string): Promise<[type: string | null, text: string]> {
  const response = await fetch(`${service.url}/metrics`, accept === undefined ? {} : { headers: { Accept: accept } });
  return [response.headers.get('content-type'), await response.text()];
}

beforeAll(async () => {
  instrument = await plug();
  service = await serve([instrument]);
  await measured(service);
  prometheus = await startPrometheus(service.port);
});

describe('what Prometheus reads', () => {
  test('the service is up, and each reading has its API value and labels', async () => {
    await prometheus.series('up{job="mensura"} == 1');
    const [temperature] = await prometheus.series('mensura_reading{channel="temperature"}');
    // The published line of the instrument.
    expect(temperature?.value).toBe(24.87);
    expect(temperature?.labels).toMatchObject({
      installation: expect.stringMatching(/^MS\w{10}$/),
      family: 'usb',
      serial: 'E24638',
      unit: '°C',
      name: 'VCP-PTH450-CAL E24638 Temperature',
    });
    const ages = await prometheus.series('mensura_reading_age_seconds{channel="temperature"}');
    // A device that samples every second is some seconds old at most, but a busy machine may pause.
    expect(ages[0]?.value).toBeGreaterThanOrEqual(0);
    expect(ages[0]?.value).toBeLessThan(120);
  });

  test('the names are those of the user', async () => {
    await change('devices/usb/E24638', { alias: 'Fridge "1"\\', channels: { temperature: { alias: 'Top shelf' } } });
    const [temperature] = await prometheus.series('mensura_reading{name="Fridge \\"1\\"\\\\ Top shelf"}');
    expect(temperature?.labels['channel']).toBe('temperature');
  });

  test('both formats pass the checks of Prometheus', async () => {
    const [plainType, plain] = await metrics();
    expect(plainType).toBe('text/plain; version=0.0.4; charset=utf-8');
    await promtool(['check', 'metrics'], plain);
    const [openType, open] = await metrics('application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5');
    expect(openType).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(open.endsWith('\n# EOF\n')).toBe(true);
    expect(open).toContain('# TYPE mensura_readings counter\nmensura_readings_total ');
    // It asks for OpenMetrics first, so that it is up says that it can read it.
    expect(await prometheus.series('up{job="mensura"} == 1')).toHaveLength(1);
  });

  test('a reader that accepts neither format gets the plain one', async () => {
    expect((await metrics('image/png'))[0]).toBe('text/plain; version=0.0.4; charset=utf-8');
  });
});

describe('the documented files', () => {
  test('the configuration is that of the page, and it, that of README.md and the rules pass the check', async () => {
    expect(PAGE).toContain(readFileSync(join(EXAMPLES, 'prometheus.yml'), 'utf8'));
    await promtool(['check', 'config', join(EXAMPLES, 'prometheus.yml')]);
    const [, readme = ''] = /^```yaml\n([^`]+)^```$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
    expect(PAGE).toContain(`\n${readme}`);
    const short = join(freshFolder(), 'prometheus.yml');
    writeFileSync(short, readme);
    await promtool(['check', 'config', short]);
    await promtool(['check', 'rules', join(EXAMPLES, 'mensura-rules.yml')]);
  });

  test('the rules are loaded, and none is firing', async () => {
    const response = await fetch(`${prometheus.url}/api/v1/rules`);
    const { data } = (await response.json()) as { data: { groups: { rules: { name: string; state: string }[] }[] } };
    const names = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect(data.groups.flatMap(({ rules }) => rules).map(({ name }) => name)).toEqual(names);
  });

  test.each(DASHBOARD.panels.map(({ title, targets }) => [title, targets] as const))(
    'the panel "%s" has series',
    async (_title, targets) => {
      for (const { expr } of targets) {
        expect(await prometheus.series(expr.replaceAll(/\$\w+/g, '.*'))).not.toHaveLength(0);
      }
    },
  );

  test.each(['installation', 'serial', 'channel'])('the variable "%s" has values', async (name) => {
    const query = DASHBOARD.templating.list.find((entry) => entry.name === name)?.query;
    const text = typeof query === 'object' ? query.query : '';
    const [, selector = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(text) ?? [];
    const values = (await prometheus.series(selector.replaceAll(/\$\w+/g, '.*'))).map(({ labels }) => labels[label]);
    expect(values.every((value) => value !== undefined && value !== '')).toBe(true);
  });
});

describe('what ends', () => {
  test('switched off, the readings end and the other metrics stay; switched on, they are back', async () => {
    await change('settings', { metrics_readings: false });
    await prometheus.none('mensura_reading');
    await prometheus.series('mensura_devices{family="usb"} == 1');
    await change('settings', { metrics_readings: true });
    expect(await prometheus.series('mensura_reading{channel="temperature"}')).toHaveLength(1);
  });

  test('a device that disappears has no series any more, and the documented rule sees it', async () => {
    await instrument.stop();
    await prometheus.none('mensura_reading{serial="E24638"}');
    expect(await prometheus.query('up{job="mensura"} == 1')).toHaveLength(1);
    await until('the alert of the missing device', async () => {
      const { data } = (await (await fetch(`${prometheus.url}/api/v1/alerts`)).json()) as {
        data: { alerts: { labels: Record<string, string>; state: string }[] };
      };
      return data.alerts.some(
        ({ labels }) => labels['alertname'] === 'MensuraDeviceGone' && labels['serial'] === 'E24638',
      );
    });
  });
});
