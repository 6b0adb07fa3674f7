import { beforeEach, describe, expect, test, vi } from 'vitest';
import { formOfAxis, parseAxisForm, withLogarithmic } from '../../../renderer/features/charts/axis/axis-form.ts';
import { MAX_STORED_AXES, rememberedAxes } from '../../../renderer/features/charts/axis/axis-settings.ts';
import { displayUnit } from '../../../service/contract/index.ts';

const E1 = 'usb/E1';
const E2 = 'usb/E2';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  const setItem = (key: string, value: string): void => void stored.set(key, value);
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem });
  return () => vi.unstubAllGlobals();
});

describe('remembered axes', () => {
  test('remembers the axis of a unit for each device and page', () => {
    rememberedAxes(E1).limit('°C', { min: 10, max: 20 });
    rememberedAxes(E2).set('°C', { leastSpan: 2 });
    rememberedAxes('compare').set('°C', { isLogarithmic: true });
    expect(rememberedAxes(E1).of('°C')).toEqual({ limits: { min: 10, max: 20 } });
    expect(rememberedAxes(E1).of('%rh')).toEqual({});
    expect(rememberedAxes(E2).of('°C')).toEqual({ leastSpan: 2 });
    expect(rememberedAxes('compare').of('°C')).toEqual({ isLogarithmic: true });
    expect(rememberedAxes('tile 1').of('°C')).toEqual({});
  });

  test('releases the limits alone, and stores nothing for an automatic axis', () => {
    const axes = rememberedAxes(E1);
    axes.set('°C', { leastSpan: 2 });
    axes.limit('°C', { min: 10, max: 20 });
    axes.release('°C');
    expect(rememberedAxes(E1).of('°C')).toEqual({ leastSpan: 2 });
    axes.set('°C', {});
    expect([...stored.values()]).toEqual(['[]']);
  });

  test('rounds limits that a pointer set, to much less than a pixel', () => {
    const axes = rememberedAxes(E1);
    axes.limit('kPa', { min: 101.300_123_456_7, max: 101.300_923_456_7 });
    expect(axes.of('kPa').limits).toEqual({ min: 101.300_123_46, max: 101.300_923_46 });
    axes.limit('lx', { min: 0.001_234_567_8, max: 1000.123_456_78 });
    expect(axes.of('lx').limits).toEqual({ min: 0.001_234_6, max: 1000.1 });
  });

  test.each([
    [Number.NaN, 1],
    [2, 1],
    [1, 1],
    [1, 1 + 1e-12],
    [0, Number.POSITIVE_INFINITY],
    [-1e301, 0],
  ])('takes no limits from %s to %s', (min, max) => {
    const axes = rememberedAxes(E1);
    axes.limit('°C', { min, max });
    expect(axes.of('°C')).toEqual({});
  });

  test('stores a limited number of axes, the newest', () => {
    for (let index = 0; index <= MAX_STORED_AXES; index += 1) rememberedAxes(E1).set(`u${index}`, { leastSpan: 1 });
    const axes = rememberedAxes(E1);
    expect(axes.all.get().size).toBe(MAX_STORED_AXES);
    expect(axes.of('u0')).toEqual({});
    expect(axes.of(`u${MAX_STORED_AXES}`)).toEqual({ leastSpan: 1 });
  });

  test.each([
    '',
    'no JSON',
    '{}',
    '[null, 5, "x", [], ["usb/E1"], ["usb/E1", "°C"], ["usb/E1", 7, {}], ["usb/E1", "°C", null]]',
    '[["usb/E1", "°C", {"limits": {"min": "1", "max": 2}, "leastSpan": -1, "isLogarithmic": "yes", "other": 1}]]',
    '[["usb/E1", "°C", {"limits": {"min": 2, "max": 1}, "leastSpan": "2"}]]',
    '[["usb/E1", "°C", {"limits": null}]]',
  ])('is automatic where the browser has stored %s', (text) => {
    stored.set('mensura.axes', text);
    expect(rememberedAxes(E1).of('°C')).toEqual({});
  });

  test('takes what is valid of stored settings', () => {
    stored.set('mensura.axes', '[7, ["usb/E1", "°C", {"limits": {"min": 1, "max": 2}, "leastSpan": 0}]]');
    expect(rememberedAxes(E1).of('°C')).toEqual({ limits: { min: 1, max: 2 } });
  });
});

describe('the form of an axis', () => {
  const celsius = displayUnit('°C', undefined);
  const fahrenheit = displayUnit('°C', '°F');
  const form = { range: 'fixed', least: '', min: '1', max: '2', isLogarithmic: false } as const;

  test('shows the present ends of an automatic axis, without endless digits', () => {
    const shown = formOfAxis({}, { min: 20.123_456_789, max: 20.223_456_789 }, celsius);
    expect(shown).toEqual({ range: 'automatic', least: '', min: '20.123', max: '20.223', isLogarithmic: false });
    expect(formOfAxis({}, undefined, celsius)).toMatchObject({ min: '', max: '' });
  });

  test('returns in the display unit what was entered in it', () => {
    const settings = parseAxisForm({ ...form, min: '68.5 °F', max: '70' }, fahrenheit);
    if ('field' in settings) throw new Error(settings.text);
    expect(settings.limits?.min).toBeCloseTo(20.277_777_8, 6);
    expect(formOfAxis(settings, undefined, fahrenheit)).toMatchObject({ range: 'fixed', min: '68.5', max: '70' });
    const least = parseAxisForm({ ...form, range: 'least', least: '1.8' }, fahrenheit);
    expect(least).toEqual({ leastSpan: 1 });
    expect(formOfAxis({ leastSpan: 1 }, undefined, fahrenheit)).toMatchObject({ range: 'least', least: '1.8' });
  });

  test('changes the scale alone, without what a logarithmic axis cannot have', () => {
    const limits = { min: -10, max: 20 };
    expect(withLogarithmic({ leastSpan: 2 }, true, celsius)).toEqual({ isLogarithmic: true });
    expect(withLogarithmic({ limits }, true, celsius)).toEqual({ isLogarithmic: true });
    expect(withLogarithmic({ limits }, true, fahrenheit)).toEqual({ limits, isLogarithmic: true });
    expect(withLogarithmic({ limits, isLogarithmic: true }, false, celsius)).toEqual({ limits });
  });

  test.each([
    [{ min: 'x' }, 'min', 'Enter a number.'],
    [{ max: '' }, 'max', 'Enter a number.'],
    [{ min: '3' }, 'max', 'Must be above the lower end.'],
    [{ min: '2' }, 'max', 'Must be above the lower end.'],
    [{ min: '1', max: '1.0000000000001' }, 'max', 'Too close to the lower end.'],
    [{ min: '0', isLogarithmic: true }, 'min', 'Must be above 0: the axis is logarithmic.'],
    [{ range: 'least', least: '0' }, 'least', 'Enter a number above 0.'],
    [{ range: 'least', least: '2', isLogarithmic: true }, 'least', 'A logarithmic axis has no smallest range.'],
  ] as const)('refuses %j', (changed, field, text) => {
    expect(parseAxisForm({ ...form, ...changed }, celsius)).toEqual({ field, text });
  });
});
