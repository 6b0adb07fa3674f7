import { describe, expect, test } from 'vitest';
import {
  type CorrectionForm,
  checkForm,
  emptyForm,
  inputOfForm,
  inUnit,
  previewErrorPath,
  previewRequestOf,
  toForm,
} from '../../../renderer/features/corrections/correction-form.ts';
import { correctionOfRoute, correctionRoute, recordRoute } from '../../../renderer/features/corrections/routes.ts';
import type { CorrectionInput } from '../../../service/contract/index.ts';

const STORED: CorrectionInput = {
  enabled: true,
  unit: '°C',
  points: [
    { measured: 20.1, reference: 20 },
    { measured: 60.4, reference: 60 },
  ],
  fit: 'exact',
  range: { from: -40, to: 125, outside: 'none' },
  standard: 'Pt100 no. 7',
  date: '2026-11-01',
  by: 'M. Okafor',
  note: 'Stirred bath',
  due: '2027-11-01',
};

const point = (measured: string, reference: string): CorrectionForm['points'][number] => ({ measured, reference });
const formOf = (changes: Partial<CorrectionForm>): CorrectionForm => ({
  ...emptyForm('°C', '°C', '2026-11-01'),
  ...changes,
});
const errorsOf = (changes: Partial<CorrectionForm>): string[] =>
  checkForm(formOf(changes)).map(({ path, message }) => `${path} | ${message}`);

describe('the form of a correction', () => {
  test('returns the stored correction unchanged', () => {
    expect(inputOfForm(toForm(STORED, '°C'))).toEqual(STORED);
    const bare = { ...STORED, range: null, due: null, date: '' };
    expect(inputOfForm(toForm(bare, '°C'))).toEqual(bare);
  });

  test('reports errors at their fields', () => {
    expect(errorsOf({})).toEqual(['points | Enter 1 to 10 points.']);
    expect(errorsOf({ points: [point('x', '')] })).toEqual([
      'points.0.measured | Enter a number, such as 20.1.',
      'points.0.reference | Enter a number, such as 20.1.',
    ]);
    const range = { from: '10', to: '5', outside: 'continue' } as const;
    expect(errorsOf({ points: [point('1', '2')], hasRange: true, range })).toEqual([
      'range.to | To: must be above "from".',
    ]);
    expect(errorsOf({ points: [point('1', '2')], due: '2026-13-40' })).toEqual([
      'due | Next check: must be a date, such as 2026-11-01.',
    ]);
  });

  test('requires as many points as its curve', () => {
    const points = [point('1', '1'), point('2', '2'), point('3', '3'), point('4', '4')];
    expect(errorsOf({ points })).toEqual([
      'fit | A curve through the points has at most 3. Select a least-squares curve.',
    ]);
    expect(errorsOf({ points: points.slice(0, 2), fit: 'parabola' })).toEqual([
      'fit | This curve needs at least 3 points.',
    ]);
    expect(errorsOf({ points, fit: 'line' })).toEqual([]);
  });

  test('converts its numbers to another unit', () => {
    // SP 811: t/°F = 1.8 t/°C + 32.
    const form = formOf({
      points: [point('20', '-40'), point('', 'x')],
      range: { from: '0', to: '100', outside: 'none' },
    });
    expect(inUnit(form, '°F')).toEqual({
      unit: '°F',
      points: [point('68', '-40'), point('', 'x')],
      range: { from: '32', to: '212', outside: 'none' },
    });
  });
});

describe('a preview', () => {
  test('uses the complete points, and leads their errors back to their rows', () => {
    const form = formOf({ points: [point('20.1', ''), point('20.1', '20'), point('60', '59.8')], by: 'M. Okafor' });
    const request = previewRequestOf(form);
    expect(request?.input.points).toEqual([
      { measured: 20.1, reference: 20 },
      { measured: 60, reference: 59.8 },
    ]);
    expect(request?.input.by).toBe('');
    expect(previewErrorPath('points.1.measured', request?.rows ?? [])).toBe('points.2.measured');
    expect(previewErrorPath('fit', request?.rows ?? [])).toBe('fit');
  });

  test('waits for a point and a complete range', () => {
    expect(previewRequestOf(formOf({ points: [point('1', '')] }))).toBeUndefined();
    expect(previewRequestOf(formOf({ points: [point('1', '2')], hasRange: true }))).toBeUndefined();
  });
});

describe('the routes of a correction', () => {
  const of = { family: 'usb', serial: 'E 1/2', channel: 'temperature' } as const;

  test('name the channel', () => {
    expect(correctionRoute(of)).toBe('/devices/usb/E%201%2F2/correct/temperature');
    expect(correctionOfRoute(correctionRoute(of))).toEqual({ of, isRecord: false });
    expect(correctionOfRoute(recordRoute(of))).toEqual({ of, isRecord: true });
  });

  test.each([
    '/devices/usb/E1',
    '/devices/usb/E1/last=5min',
    '/devices/usb/E1/correct',
    '/alarms/usb/E1/correct/temperature',
  ])('are not %s', (route) => expect(correctionOfRoute(route)).toBeUndefined());
});
