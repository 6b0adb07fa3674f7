import { expect, test } from 'vitest';
import type { ImportOptions } from '../../../../service/contract/index.ts';
import { timeOf } from '../../../../service/history/import/cells.ts';
import { CsvRecords } from '../../../../service/history/import/csv-records.ts';
import { deviceInName, generalHeading, ownHeading } from '../../../../service/history/import/headings.ts';
import { FileParser, type ParsedFile } from '../../../../service/history/import/parse-file.ts';
import { type FileForm, recognize } from '../../../../service/history/import/recognize.ts';
import { type ChannelCatalog, planColumn, withoutDoubles } from '../../../../service/history/import/targets.ts';
import { timeOfWall, zoneNamed } from '../../../../service/history/import/time-zone.ts';

const BERLIN = zoneNamed('Europe/Berlin') ?? { name: '', offsetOf: () => 0 };

function formOf(text: string, options: Pick<ImportOptions, 'date_order'> = {}): FileForm {
  const records = new CsvRecords();
  return recognize([...records.add(text), ...records.end()], options);
}

function parse(text: string, options: Pick<ImportOptions, 'date_order'> = {}, columns = [1]): ParsedFile {
  const form = formOf(text, options);
  const parser = new FileParser({ form, zone: BERLIN, columns, until: Date.UTC(2027, 0) });
  parser.add(text);
  return parser.end();
}

const pointsOf = (file: ParsedFile): [string, number][] =>
  Array.from(file.columns[0]?.at ?? [], (at, index) => [
    new Date(at).toISOString(),
    file.columns[0]?.value[index] ?? Number.NaN,
  ]);

test.each([
  ['Date;Time;Temp (F)\n20.11.2026;15:00:00;72,5\n', [2], '2026-11-20T14:00:00.000Z', 72.5],
  ['# Logger 7\nsome, text\nTimestamp,Temp\n2026-11-20 15:00:00.25,72.5\n', [1], '2026-11-20T14:00:00.250Z', 72.5],
  ['when\tvalue\n2026/11/20 3:00 PM\t-7e-2\n', [1], '2026-11-20T14:00:00.000Z', -0.07],
  ['when,value\n2026-11-20T15:00:00+02:00,"72,5"\n', [1], '2026-11-20T13:00:00.000Z', 72.5],
  ['unix time,value\n1795183200,1\n', [1], '2026-11-20T14:00:00.000Z', 1],
  ['timestamp,value\n1795183200000,1\n', [1], '2026-11-20T14:00:00.000Z', 1],
  ['date,value\n46346.625,1\n', [1], '2026-11-20T14:00:00.000Z', 1],
  ['date,value\n11/20/2026 15:00,1\n', [1], '2026-11-20T14:00:00.000Z', 1],
])('reads the general file %j', (text, columns, at, value) => {
  const file = parse(text, {}, columns);
  expect(file.unreadable).toEqual([]);
  expect(pointsOf(file)).toEqual([[at, value]]);
});

test('reads dates whose order is unclear only with a date order', () => {
  const text = 'date,value\n03/04/2026 15:00,1\n';
  expect(parse(text).unreadable).toEqual([
    {
      line: 2,
      text: '03/04/2026 15:00,1',
      reason: 'the order of day and month in "03/04/2026 15:00" is unclear; set the date order',
    },
  ]);
  expect(pointsOf(parse(text, { date_order: 'dmy' }))).toEqual([['2026-04-03T13:00:00.000Z', 1]]);
  expect(pointsOf(parse(text, { date_order: 'mdy' }))).toEqual([['2026-03-04T14:00:00.000Z', 1]]);
});

test('names the lines that cannot be read, and skips them as a whole', () => {
  const lines = [
    'time (UTC),E1 temperature (°C),E1 pressure (kPa)',
    '2026-11-20T14:00:00.000Z,1,2',
    '2026-11-20T14:00:01.000Z,abc,2',
    '2026-02-30T14:00:01.000Z,1,2',
    '2031-01-01T00:00:00.000Z,1,2',
    'yesterday,1,2',
    '2026-11-20T14:00:02.000Z,1,2,3',
    '2026-11-20T14:00:00.000Z,7,8',
    '',
    '2026-11-20T14:00:03.000Z,,n/a',
  ];
  const file = parse(lines.join('\r\n'), {}, [1, 2]);
  expect(file.unreadable.map(({ line, reason }) => [line, reason])).toEqual([
    [3, '"abc" in column 2 (E1 temperature (°C)) is not a number'],
    [4, 'there is no time "2026-02-30T14:00:01.000Z"'],
    [5, 'its time "2031-01-01T00:00:00.000Z" is in the future'],
    [6, '"yesterday" is not a date and a time'],
    [7, 'it has 4 cells, but there are 3 headings'],
  ]);
  expect([file.lines, file.unreadableLines]).toEqual([8, 5]);
  expect(file.columns.map(({ repeated, at }) => [repeated, at.length])).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(pointsOf(file)).toEqual([['2026-11-20T14:00:00.000Z', 1]]);
});

test('refuses a file without times', () => {
  expect(() => formOf('a,b\n1,2\n')).toThrow(
    'The file is not recognized: no line has a date and time beside numbers. Line 1: "a,b"',
  );
  expect(() => formOf('')).toThrow('The file has no lines.');
});

test('takes the first of an hour that occurs twice, unless the row before is later; a skipped hour does not exist', () => {
  const wall = Date.UTC(2026, 9, 25, 2, 30);
  const first = Date.UTC(2026, 9, 25, 0, 30);
  expect(timeOfWall(wall, BERLIN, Number.NEGATIVE_INFINITY)).toBe(first);
  expect(timeOfWall(wall, BERLIN, first)).toBe(first);
  expect(timeOfWall(wall, BERLIN, first + 1)).toBe(first + 3_600_000);
  expect(timeOfWall(Date.UTC(2026, 2, 29, 2, 30), BERLIN, 0)).toBeNaN();
  const rules = { kind: 'text', zone: BERLIN, dateOrder: undefined, mark: undefined } as const;
  expect(timeOf('2026-03-29 02:30:00', rules, 0)).toBe(
    '"2026-03-29 02:30:00" does not exist in Europe/Berlin: daylight saving time skips it',
  );
});

test('knows the offset of any zone, and no unknown zone', () => {
  expect(zoneNamed('Nowhere/Town')).toBeUndefined();
  expect(zoneNamed('Asia/Kathmandu')?.offsetOf(Date.UTC(2026, 0))).toBe(345);
  expect(zoneNamed('America/St_Johns')?.offsetOf(Date.UTC(2026, 0))).toBe(-210);
  expect(zoneNamed('Etc/UTC')?.offsetOf(0)).toBe(0);
});

test.each([
  ['E24638 temperature (°C)', { serial: 'E24638', channel: 'temperature' }, '°C'],
  [
    'gateway E24638 temperature_2 [Tank (B)] (°C)',
    { family: 'gateway', serial: 'E24638', channel: 'temperature_2' },
    '°C',
  ],
  ["'=1 x raw_1", { serial: '=1 x', channel: 'raw_1' }, ''],
  ['temperature [Tank B] (°C)', { channel: 'temperature' }, '°C'],
])('reads the heading %s of an own file', (cell, channel, unit) => {
  expect(ownHeading(cell)).toMatchObject({ channel, unit });
});

test.each([
  ['Temp (C)', '°C'],
  ['Temp [deg F]', '°F'],
  ['Humidity (%RH)', '%rh'],
  ['Temperature - C', '°C'],
  ['PM2.5 (ug/m3)', 'µg/m³'],
  ['Pressure (hpa)', 'hPa'],
  ['Weight (stone)', 'stone'],
  ['Note', ''],
])('reads the unit of the heading %s', (heading, unit) => {
  expect(generalHeading(heading).unit).toBe(unit);
});

test('knows the device of a daily file, unless its serial number is shortened', () => {
  expect(deviceInName('E24638_2026-11-20.csv')).toEqual({ family: 'usb', serial: 'E24638' });
  expect(deviceInName('gateway_E24638_2026-11-20_2.csv')).toEqual({ family: 'gateway', serial: 'E24638' });
  expect(deviceInName('e24638~5f0c1d2e3a4b_2026-11-20.csv')).toBeUndefined();
});

const STORED = {
  family: 'gateway' as const,
  serial: 'E24638',
  channel: 'temperature',
  unit: '°C',
  description: 'Temperature',
  label: '',
  product: 'X',
  first: '',
  last: '',
};

function plan(cell: string, columns: ImportOptions['columns'] = [], catalog: Partial<ChannelCatalog> = {}) {
  const request = { column: 2, heading: ownHeading(cell), options: { columns }, file: 'x.csv', isGeneral: false };
  return planColumn(request, { stored: [], known: [], ...catalog });
}

test('finds the family of a stored channel, and converts to its unit only what can be converted', () => {
  expect(plan('E24638 temperature (°C)').target).toMatchObject({ family: 'usb', unit: '°C' });
  expect(plan('E24638 temperature (°F)').convert(212)).toBe(100);
  const stored = plan('E24638 temperature (K)', [], { stored: [STORED] });
  expect(stored).toMatchObject({ unit: 'K', target: { family: 'gateway', unit: '°C' }, problem: null });
});

test.each([
  ['E24638 temperature newest (°C)', 'newest', '°C'],
  ['gateway E24638 temperature_2 [Tank (B)] mean (°C)', 'mean', '°C'],
  ['temperature min (°C)', 'min', '°C'],
  ['temperature [Tank max] max', 'max', ''],
  ['E24638 temperature count', 'count', ''],
  ['mean', 'mean', ''],
])('imports the values of intervals under %s only to a channel that is assigned', (cell, value, unit) => {
  const problem = `"${value}" is a value of intervals, not a reading; to import it as readings, assign a channel`;
  expect(plan(cell)).toMatchObject({ heading: cell, target: null, unit, problem });
  const chosen = plan(cell, [{ column: 2, channel: 'usb/E1/temperature' }]);
  expect(chosen).toMatchObject({ target: { serial: 'E1', channel: 'temperature' }, unit: '°C', problem: null });
  expect(plan(cell, [{ column: 2, channel: null }]).problem).toBeNull();
});

test('takes no other heading for that of an interval', () => {
  for (const cell of ['E24638 temperature [Tank mean] (°C)', 'E24638 particle_count_pm10', 'mean temperature (°C)']) {
    expect(ownHeading(cell)).not.toHaveProperty('problem');
  }
  expect(formOf('time,Temp mean (°C)\n2026-11-20 15:00,1\n').headings[1]).not.toHaveProperty('problem');
});

test('says why a column has no channel', () => {
  expect(plan('E24638 temperature (kPa)').problem).toBe(
    'the unit "kPa" cannot be converted to °C, the unit of usb/E24638/temperature',
  );
  expect(plan('temperature (°C)').problem).toBe('no device is named; set the device, such as usb/E24638');
  expect(plan('computed a temperature (°C)').problem).toBe('there is no computed channel with the ID a');
  const twice = [STORED, { ...STORED, family: 'usb' as const }];
  expect(plan('E24638 temperature (°C)', [], { stored: twice }).problem).toBe(
    'E24638 temperature exists in the families gateway and usb; set the channel of the column',
  );
  const chosen = [{ column: 2, channel: 'usb/E1/pressure', unit: 'mbar' }];
  expect(plan('anything', chosen).convert(1013.25)).toBeCloseTo(101.325, 9);
  expect(plan('E24638 temperature (°C)', [{ column: 2, channel: null }])).toMatchObject({
    target: null,
    problem: null,
  });
  const doubles = withoutDoubles([plan('E1 temperature (°C)'), plan('E1 temperature [x] (°C)')]);
  expect(doubles.map(({ problem }) => problem)).toEqual([
    null,
    'usb/E1/temperature is already imported from "E1 temperature (°C)"',
  ]);
});
