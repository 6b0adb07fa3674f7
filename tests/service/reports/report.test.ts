import { describe, expect, test } from 'vitest';
import { APP_VERSION_TEXT, type CorrectionVersion, correctionInputSchema } from '../../../service/contract/index.ts';
import { alarmOf } from '../../support/views/alarms.ts';
import {
  FROM,
  factsOf,
  MINUTE,
  readings,
  reportOf,
  reportsOf,
  rowOf,
  runOf,
  sectionOf,
  statisticsOf,
  TEMPERATURE,
  TO,
  tableOf,
  textOf,
  time,
} from './support.ts';

const HOSTILE = `<script>alert("x")</script> & 'y' \u202E`;

function version(since: string, changes: Partial<CorrectionVersion> = {}, number = 1): CorrectionVersion {
  const correction = correctionInputSchema.parse({
    unit: '°C',
    points: [{ measured: 5.1, reference: 5 }],
    standard: 'Pt100 no. 7',
    date: '2026-11-01',
    by: 'M. Okafor',
  });
  return { version: number, since, correction, coefficients: [-0.1, 1, 0], ...changes };
}

describe('the report of a run', () => {
  test('states what it is about', async () => {
    const run = runOf({ from: time(-1), tags: ['cold room', 'PQ'], notes: 'Door opened.\n\nTwice.' });
    const html = await reportOf({ run, alias: 'Cold room' });
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toContain('<title>Report: Batch 12</title>');
    expect(html).toContain('<h1>Batch 12</h1>');
    expect(factsOf(html)).toEqual({
      'Run ID': '7',
      Start: '2026-11-20 15:00:00 +01:00 (with 1 min before the start)',
      End: '2026-11-20 16:00:00 +01:00',
      'Time zone': 'Europe/Zurich',
      Duration: '1 h',
      Operator: 'A. Rossi',
      Tags: 'cold room, PQ',
      'Mensura version': APP_VERSION_TEXT,
    });
    expect(tableOf(html, 'Devices')).toEqual([
      ['Device', 'Serial number', 'Product', 'Firmware'],
      ['Cold room', 'E24638', 'VCP-PTH450-CAL', '2.4'],
    ]);
    expect(html).toContain('<pre class="text">\nDoor opened.\n\nTwice.</pre>');
    expect(html).not.toContain('active');
    expect(sectionOf(html, 'Signatures')).toMatch(
      /Performed by[\s\S]*Name[\s\S]*Date[\s\S]*Signature[\s\S]*Reviewed by[\s\S]*Signature/,
    );
  });

  test('has every figure of its statistics', async () => {
    const statistics = statisticsOf({
      low: 2,
      high: 8,
      count: 3600,
      failed: 12,
      gaps: 1,
      min: 1.234,
      max: 8.765,
      mean: 5.43215,
      standard_deviation: 0.98765,
      first: { at: FROM + 1000, magnitude: 4.996 },
      last: { at: TO - 2000, magnitude: -0.004 },
      covered_ms: 3_000_000,
      outside_ms: 750_000,
      mean_kinetic_temperature: 5.5123,
    });
    const html = await reportOf({ statistics: [statistics] });
    expect(rowOf(html, 'Statistics')).toEqual({
      Channel: 'Temperature, VCP-PTH450-CAL (E24638), in °C',
      Readings: '3,600\n12 without a value\n1 gap',
      Minimum: '1.23',
      Maximum: '8.77',
      Mean: '5.4322',
      'Standard deviation': '0.9877',
      Limits: '2 °C to 8 °C',
      'Time outside limits': '12 min 30 s\n25 %',
      'Mean kinetic temperature': '5.5123',
    });
    expect(tableOf(html, 'First and last readings')).toEqual([
      ['Channel', 'First reading', 'Value', 'Last reading', 'Value'],
      [
        'Temperature, VCP-PTH450-CAL (E24638)',
        '2026-11-20 15:00:01 +01:00',
        '5.00 °C',
        '2026-11-20 15:59:58 +01:00',
        '0.00 °C',
      ],
    ]);
  });

  test('has the display units of the user, also of limits, differences and alarms', async () => {
    const statistics = statisticsOf({ high: 8, min: -40, max: 10, standard_deviation: 1, outside_ms: 1500 });
    const alarms = [alarmOf({ id: 'a', ...TEMPERATURE, limit: 8, magnitude: 9, peak: 10, since: time(5) })];
    const html = await reportOf({ statistics: [statistics], alarms, units: { '°C': '°F' } });
    expect(rowOf(html, 'Statistics')).toMatchObject({
      Channel: 'Temperature, VCP-PTH450-CAL (E24638), in °F',
      Minimum: '−40.00',
      Maximum: '50.00',
      'Standard deviation': '1.8000',
      Limits: 'at most 46.4 °F',
      'Time outside limits': '1.5 s\n0.0417 %',
    });
    expect(rowOf(html, 'Alarms')).toMatchObject({ 'Trigger value': '48.20 °F', Peak: '50.00 °F' });
  });

  test('has no columns for limits and mean kinetic temperature that no channel has', async () => {
    const [columns] = tableOf(await reportOf(), 'Statistics');
    expect(columns).toEqual(['Channel', 'Readings', 'Minimum', 'Maximum', 'Mean', 'Standard deviation']);
  });

  test('says which figures are missing, and why', async () => {
    const deleted = statisticsOf({
      high: 8,
      resolution_ms: MINUTE,
      first: null,
      last: null,
      area: null,
      covered_ms: 0,
      area_missing: 'deleted',
    });
    const many = statisticsOf({ channel: 'relative_humidity', unit: '%rh', area: null, area_missing: 'too-many' });
    const html = await reportOf({ statistics: [deleted, many] });
    expect(rowOf(html, 'Statistics')).toMatchObject({
      Mean: '5.0000',
      'Time outside limits': '–',
    });
    expect(tableOf(html, 'First and last readings')[1]?.slice(1)).toEqual(['–', '–', '–', '–']);
    const text = textOf(sectionOf(html, 'Statistics'));
    expect(text).toContain(
      'Temperature, VCP-PTH450-CAL (E24638): raw readings of this range have been deleted. The figures are computed from aggregates of 1 min',
    );
    expect(text).toContain(
      'Relative humidity, VCP-PTH450-CAL (E24638): figures that need raw readings are missing because there are too many readings',
    );
  });

  test('without readings says so, and has no chart', async () => {
    const none = { count: 0, min: null, max: null, mean: null, standard_deviation: null, first: null, last: null };
    const html = await reportOf({ statistics: [statisticsOf({ ...none, unit: '', area: null, covered_ms: 0 })] });
    expect(textOf(sectionOf(html, 'Charts'))).toContain('No stored readings in this range.');
    expect(html).not.toContain('<figure>');
    expect(tableOf(html, 'Statistics')[1]).toEqual(['Temperature, VCP-PTH450-CAL (E24638)', '0', '–', '–', '–', '–']);
    expect(textOf(sectionOf(html, 'Alarms'))).toContain('No alarms of these channels in this range.');
    expect(textOf(sectionOf(html, 'Markers'))).toContain('No markers in this range.');
    expect(textOf(sectionOf(html, 'Notes'))).toContain('None.');
    expect(sectionOf(html, 'Attachments')).toBe('');
  });

  test('of an active run states that it is active', async () => {
    const html = await reportOf({ run: runOf({ to: null }) });
    expect(factsOf(html)['End']).toBe('2026-11-20 16:00:00 +01:00 (the run is active)');
    expect(html).toContain('<p class="notice">This run is active. Its figures are not final.</p>');
  });

  test('states that a device is simulated, and that an unknown one is unknown', async () => {
    expect(tableOf(await reportOf({ device: { simulated: true } }), 'Devices')[1]).toEqual([
      'VCP-PTH450-CAL',
      'E24638',
      'VCP-PTH450-CAL (simulated: not real data)',
      '2.4',
    ]);
    expect(tableOf(await reportOf({ device: null }), 'Devices')[1]).toEqual([
      'Unknown',
      'E24638',
      'Unknown',
      'Unknown',
    ]);
  });

  test('is the same for the same data', async () => {
    const stored = [{ unit: '°C', parts: [readings([4, 5, 6])] }];
    expect(await reportOf({ stored })).toBe(await reportOf({ stored }));
  });

  test('escapes whatever the user typed', async () => {
    const run = runOf({
      name: HOSTILE,
      operator: HOSTILE,
      tags: [HOSTILE],
      notes: HOSTILE,
      attachments: [{ name: HOSTILE, length: HOSTILE.length }],
    });
    const html = await reportOf({
      run,
      alias: HOSTILE,
      device: { productName: HOSTILE },
      statistics: [statisticsOf({ serial: HOSTILE, unit: HOSTILE })],
      stored: [{ unit: HOSTILE, parts: [readings([1, 2])] }],
      markers: [{ id: 1, at: FROM, text: HOSTILE, device: null }],
      alarms: [alarmOf({ id: 'a', ...TEMPERATURE, serial: HOSTILE, message: HOSTILE, unit: HOSTILE, since: time(1) })],
      corrections: [version(time(-5), { correction: { ...version('').correction!, by: HOSTILE, standard: HOSTILE } })],
      attachments: [{ name: HOSTILE, text: HOSTILE }],
    });
    expect(html).not.toContain('<script');
    expect(html).not.toContain('alert("x")');
    // Texts of several lines are paragraphs of their own; elsewhere a direction mark would reorder the table.
    expect(html.replaceAll(/<pre[\s\S]*?<\/pre>/g, '')).not.toContain('\u202E');
    // The title and the heading, twice the operator and the tags, the notes, and so on.
    expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(14);
  });

  test('keeps the lines of long notes and of attachments', async () => {
    const notes = `\n${'A line of the protocol.\n'.repeat(400)}`;
    const attachments = [{ name: 'protocol.txt', text: 'Probe <1>\n\tupper shelf' }];
    const run = runOf({ notes, attachments: [{ name: 'protocol.txt', length: 21 }] });
    const html = await reportOf({ run, attachments });
    expect(html).toContain(`<pre class="text">\n${notes}</pre>`);
    expect(html).toContain('<h3>protocol.txt</h3>\n<pre class="text">\nProbe &lt;1&gt;\n\tupper shelf</pre>');
  });
});

describe('corrections', () => {
  test('in force during the run are listed with their periods', async () => {
    const off = version(time(40), { coefficients: null }, 3);
    const second = version(time(20), { coefficients: [0.5, 0.999, 0] }, 2);
    const earlier = version(time(-600), { coefficients: [9, 1, 0] }, 0);
    const html = await reportOf({ corrections: [version(time(70)), off, second, version(time(-60)), earlier] });
    expect(tableOf(html, 'Corrections')).toEqual([
      ['Channel', 'In force', 'Curve', 'Date', 'Reference standard', 'By'],
      [
        'Temperature, VCP-PTH450-CAL (E24638)',
        'Until 2026-11-20 15:20:00 +01:00',
        'Offset, 1 point\n−0.1 + x, x in °C',
        '2026-11-01',
        'Pt100 no. 7',
        'M. Okafor',
      ],
      [
        'Temperature, VCP-PTH450-CAL (E24638)',
        '2026-11-20 15:20:00 +01:00 to 2026-11-20 15:40:00 +01:00',
        'Offset, 1 point\n0.5 + 0.999·x, x in °C',
        '2026-11-01',
        'Pt100 no. 7',
        'M. Okafor',
      ],
      ['Temperature, VCP-PTH450-CAL (E24638)', 'From 2026-11-20 15:40:00 +01:00', 'None', '–', '–', '–'],
    ]);
  });

  test('are none of a channel without any', async () => {
    expect(tableOf(await reportOf(), 'Corrections')[1]).toEqual([
      'Temperature, VCP-PTH450-CAL (E24638)',
      'Throughout',
      'None',
      '–',
      '–',
      '–',
    ]);
  });
});

describe('alarms and markers', () => {
  test('of these channels and devices are listed, oldest first', async () => {
    const ofIt = { ...TEMPERATURE, limit: 8, magnitude: 8.5, peak: 9.25 };
    const alarms = [
      alarmOf({ id: 'active', ...ofIt, since: time(30), severity: 'critical', message: 'Close the door.', count: 3 }),
      alarmOf({
        id: 'before',
        ...ofIt,
        kind: 'no-data',
        limit: null,
        magnitude: null,
        peak: null,
        since: time(-90),
        ended: time(10),
      }),
    ];
    const markers = [
      { id: 1, at: FROM + 5 * MINUTE, text: 'Door opened', device: null },
      { id: 2, at: FROM + 6 * MINUTE, text: 'Door closed', device: 'usb/E24638' },
      { id: 3, at: FROM + 7 * MINUTE, text: 'Elsewhere', device: 'usb/E1' },
    ];
    const { reports, calls } = reportsOf({ alarms, markers, alias: 'Cold room' });
    const { html } = await reports.ofRun(7);
    expect(calls).toContainEqual(['alarms', { channels: [TEMPERATURE], from: FROM, to: TO }, 1001]);
    expect(tableOf(html, 'Alarms').slice(1)).toEqual([
      [
        'A1',
        'Temperature has no data\nCold room (E24638)',
        'Warning',
        '2026-11-20 13:30:00 +01:00',
        '2026-11-20 15:10:00 +01:00',
        '–',
        '–',
        'Cleared, unacknowledged',
      ],
      [
        'A2',
        'Temperature above 8 °C\nCold room (E24638)\nClose the door.',
        'Critical',
        '2026-11-20 15:30:00 +01:00',
        '–',
        '8.50 °C',
        '9.25 °C',
        'Active\nraised 3 times',
      ],
    ]);
    expect(tableOf(html, 'Markers').slice(1)).toEqual([
      ['M1', '2026-11-20 15:05:00 +01:00', 'Door opened', 'All'],
      ['M2', '2026-11-20 15:06:00 +01:00', 'Door closed', 'Cold room (E24638)'],
    ]);
  });

  test('says that the oldest are left out if there are too many', async () => {
    const alarms = Array.from({ length: 1001 }, (_, index) =>
      alarmOf({ id: `${index}`, ...TEMPERATURE, since: time(50 - index / 100) }),
    );
    const markers = Array.from({ length: 1000 }, (_, id) => ({ id, at: FROM + id, text: 'Tick', device: null }));
    const html = await reportOf({ alarms, markers });
    expect(tableOf(html, 'Alarms')).toHaveLength(1001);
    expect(textOf(sectionOf(html, 'Alarms'))).toContain('Only the 1,000 newest alarms are listed.');
    expect(textOf(sectionOf(html, 'Markers'))).toContain('Only the 1,000 newest markers are listed.');
  });
});

test('the report of a range has no facts of a run', async () => {
  const { reports, calls } = reportsOf();
  const { html } = await reports.ofRange({ title: 'November', channels: [TEMPERATURE], from: FROM, to: TO });
  expect(calls).toContainEqual(['statistics', [{ ...TEMPERATURE, low: null, high: null }], FROM, TO]);
  expect(html).toContain('<h1>November</h1>');
  expect(Object.keys(factsOf(html))).toEqual(['Start', 'End', 'Time zone', 'Duration', 'Mensura version']);
  expect(sectionOf(html, 'Notes')).toBe('');
  expect(tableOf(html, 'Statistics')).toHaveLength(2);
});
