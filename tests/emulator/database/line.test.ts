import { expect, test } from 'vitest';
import { formatLine, lineStart } from './line.ts';

test('a line as docs/databases.md has it', () => {
  const start = lineStart({ installation: 'MS4K7Q2M9XWA', serial: 'E24638', model: 'VCP-PTH450-CAL/v1' });
  const readings = [
    { label: 'atmospheric_pressure', magnitude: 102.466 },
    { label: 'relative_humidity', magnitude: null },
    { label: 'temperature', magnitude: 24.87 },
  ];
  expect(formatLine(start, readings, 1_795_185_912_318)).toBe(
    'mensura,family=usb,installation=MS4K7Q2M9XWA,model=VCP-PTH450-CAL/v1,serial=E24638 ' +
      'atmospheric_pressure=102.466,temperature=24.87 1795185912318',
  );
});

test('commas, equal signs and spaces of tags and fields are escaped', () => {
  const start = lineStart({ installation: 'a b', serial: 'c,d', model: 'e=f' });
  expect(formatLine(start, [{ label: 'g h,i=j', magnitude: 1 }], 5)).toBe(
    String.raw`mensura,family=usb,installation=a\ b,model=e\=f,serial=c\,d g\ h\,i\=j=1 5`,
  );
});
