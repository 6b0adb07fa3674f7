/**
 * Golden lines, written by hand from the specification of the line protocol
 * (https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/).
 */
import { describe, expect, test } from 'vitest';
import { formatLine, lineHead, lineReadings } from '../../../service/contract/line-protocol.ts';

const TAGS = { installation: 'MS0123456789', family: 'usb', serial: 'E24638', model: 'PTH450', name: '' };
const AT = 1_795_185_912_318;

describe('a line', () => {
  test('has measurement, tags by name, fields as floats and the timestamp', () => {
    const head = lineHead('mensura', { ...TAGS, name: 'Fridge' });
    const readings = [
      { channel: 'pressure', magnitude: 102_466 },
      { channel: 'temperature', magnitude: 24.87 },
    ];
    expect(formatLine(head, readings, AT)).toBe(
      'mensura,family=usb,installation=MS0123456789,model=PTH450,name=Fridge,serial=E24638 pressure=102466,temperature=24.87 1795185912318',
    );
  });

  test('of a mean has minimum, maximum and count, too', () => {
    const readings = lineReadings({ channel: 't', magnitude: 2, spread: { minimum: 1, maximum: 4, count: 60 } });
    expect(formatLine('m', readings, AT)).toBe('m t=2,t_min=1,t_max=4,t_count=60 1795185912318');
  });

  test('leaves out tags with an empty value', () => {
    expect(lineHead('m', { a: '', b: '1', c: '   ' })).toBe('m,b=1');
    expect(lineHead('m', {})).toBe('m');
  });

  test('has no field for null and for numbers that are not finite', () => {
    const readings = [
      { channel: 'a', magnitude: null },
      { channel: 'b', magnitude: Number.NaN },
      { channel: 'c', magnitude: Number.POSITIVE_INFINITY },
      { channel: 'd', magnitude: 0 },
    ];
    expect(formatLine('m', readings, AT)).toBe('m d=0 1795185912318');
  });

  test('is not written without any value', () => {
    expect(formatLine('m', [{ channel: 'a', magnitude: null }], AT)).toBeUndefined();
    expect(formatLine('m', [], AT)).toBeUndefined();
  });

  // "Float: IEEE-754 64-bit floating-point numbers. Default numerical type", also in scientific notation.
  test.each([
    [-0, '0'],
    [1e21, '1e+21'],
    [-1.234456e-78, '-1.234456e-78'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1_795_185_912_318, '1795185912318'],
  ])('writes %d as the float %s', (magnitude, text) => {
    expect(formatLine('m', [{ channel: 'x', magnitude }], 1)).toBe(`m x=${text} 1`);
  });
});

describe('special characters', () => {
  // "Measurement: comma, space", "Tag key, tag value, field key: comma, equals sign, space".
  test.each([
    ['my Measurement', String.raw`my\ Measurement`],
    ['a,b', String.raw`a\,b`],
    ['a=b', 'a=b'],
    ['"quoted"', '"quoted"'],
    ['back\\slash', 'back\\slash'],
  ])('a measurement %s is %s', (name, escaped) => {
    expect(lineHead(name, {})).toBe(escaped);
  });

  test.each([
    ['Hall 2', String.raw`Hall\ 2`],
    ['a,b=c d', String.raw`a\,b\=c\ d`],
    ['"quoted"', '"quoted"'],
    ['back\\slash', 'back\\slash'],
    ['Kühlraum 🌡', String.raw`Kühlraum\ 🌡`],
  ])('a tag value %s is %s', (value, escaped) => {
    expect(lineHead('m', { t: value })).toBe(`m,t=${escaped}`);
    expect(lineHead('m', { [value]: 't' })).toBe(`m,${escaped}=t`);
    expect(formatLine('m', [{ channel: value, magnitude: 1 }], 1)).toBe(`m ${escaped}=1 1`);
  });

  test('a line break never starts another line', () => {
    expect(lineHead('m', { t: 'one\nother\r\nthird\u0000' })).toBe(String.raw`m,t=one\ other\ third`);
  });

  test('a backslash at the end never escapes what follows', () => {
    expect(lineHead('m\\', { t: 'C:\\', u: 'x\\\\' })).toBe('m,t=C:,u=x');
    expect(formatLine('m', [{ channel: 'x\\', magnitude: 1 }], 1)).toBe('m x=1 1');
  });
});
