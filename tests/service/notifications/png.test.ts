import { expect, test } from 'vitest';
import { encodePng } from '../../../service/notifications/png.ts';
import { decodePng } from './decode-png.ts';

test('encodes the pixels row by row', () => {
  const png = encodePng(2, 2, Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 1, 2, 3]));
  const decoded = decodePng(png);
  expect(decoded).toMatchObject({ width: 2, height: 2, chunks: ['IHDR', 'IDAT', 'IEND'] });
  expect([decoded.pixel(0, 0), decoded.pixel(1, 0), decoded.pixel(0, 1), decoded.pixel(1, 1)]).toEqual([
    'ff0000',
    '00ff00',
    '0000ff',
    '010203',
  ]);
});

test('ends with the chunk that every PNG ends with', () => {
  // Specification, 5.5 and 11.2.4: an IEND chunk has no data, so its CRC is always the same.
  expect(encodePng(1, 1, new Uint8Array(3)).subarray(-12).toString('hex')).toBe('0000000049454e44ae426082');
});
