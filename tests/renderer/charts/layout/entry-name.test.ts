import { expect, test } from 'vitest';
import { type EntryName, entryName } from '../../../../renderer/features/charts/layout/entry-name.ts';
import { channel } from '../support.ts';

const of = (label: string, device?: string) => ({ ...channel(label, '°C', device), ...(device && { device }) });

const names = (...channels: ReturnType<typeof of>[]): EntryName[] => channels.map((one) => entryName(one, channels));

test('entries of one channel begin with their devices, and cut the channel', () => {
  expect(names(of('Temperature', 'Kitchen'), of('Temperature', 'Cellar'))).toEqual([
    { first: 'Kitchen', second: 'Temperature', shared: 'second' },
    { first: 'Cellar', second: 'Temperature', shared: 'second' },
  ]);
});

test('other entries cut the part that does not tell them apart', () => {
  expect(
    names(of('Temperature', 'Kitchen'), of('Dew point', 'Kitchen'), of('Temperature', 'Cellar')).map(
      ({ first, shared }) => [first, shared],
    ),
  ).toEqual([
    ['Temperature', undefined],
    ['Dew point', 'second'],
    ['Temperature', 'first'],
  ]);
  expect(names(of('Temperature', 'Kitchen'))).toEqual([{ first: 'Temperature', second: 'Kitchen', shared: 'second' }]);
  expect(names(of('Temperature'), of('Dew point'))).toEqual([{ first: 'Temperature' }, { first: 'Dew point' }]);
});
