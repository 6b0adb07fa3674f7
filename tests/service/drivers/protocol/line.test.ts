import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc16 } from '../../../../service/drivers/protocol/crc.ts';
import { parseLine } from '../../../../service/drivers/protocol/line.ts';
import { crc16 as otherCrc16 } from '../../../emulator/crc.ts';

/** A line with the check sum that fits, by the emulator's own arithmetic. */
function framed(body: string): string {
  return `${body}*${otherCrc16(Buffer.from(body, 'latin1')).toString(16).padStart(4, '0')}`;
}

describe('the check sum', () => {
  test.each([
    ['123456789', 0x31c3],
    ['', 0],
    ['D,VCP-PTH450,E18890,,101182,Pa,24.8344,C,59.8779,%,', 0x3fb5],
    ['D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,', 0xd16d],
    ['I,Product ID,Serial Number,Message,MS5611 Pressure,Pa,SHT31 Temperature,C,SHT31 Relative Humidity,%,', 0xbbdd],
    ['I,VCP-PTH450-CAL,E24638,Poll interval set to 1000 ms,', 0xcdea],
    ['I,VCP-PTH450-CAL,E24638,Printing 2 fractional digits,', 0xc65d],
    ['D,VCP-TMC100k,E24640,,23.512,C,24.031,C,', 0xb219],
  ])('of %s', (text, crc) => {
    expect(crc16(text)).toBe(crc);
  });

  test('is that of the emulator for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(crc16(Buffer.from(bytes).toString('latin1'))).toBe(otherCrc16(bytes));
      }),
    );
  });
});

describe('a line', () => {
  const data = {
    kind: 'data',
    product: 'VCP-PTH450-CAL',
    serial: 'E24638',
    message: '',
    fields: [
      { text: '102466', unit: 'Pa' },
      { text: '24.87', unit: 'C' },
      { text: '66.81', unit: '%' },
    ],
  };

  test.each([
    'D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d',
    'D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*D16D',
    'D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d \t\r',
    framed('D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%'),
    framed('D,VCP-PTH450-CAL,E24638,, 102466, Pa,24.87 ,C,66.81,%,,'),
  ])('of data: %s', (text) => {
    expect(parseLine(text)).toEqual(data);
  });

  test('of data with an upper-case check sum, as older instruments print it', () => {
    expect(parseLine('D,VCP-PTH450,E18890,,101182,Pa,24.8344,C,59.8779,%,*3FB5')).toMatchObject({
      kind: 'data',
      product: 'VCP-PTH450',
      serial: 'E18890',
    });
  });

  test('of data with two columns of one unit', () => {
    expect(parseLine('D,VCP-TMC100k,E24640,,23.512,C,24.031,C,*b219')).toMatchObject({
      fields: [
        { text: '23.512', unit: 'C' },
        { text: '24.031', unit: 'C' },
      ],
    });
  });

  test('of the header', () => {
    const columns = [
      { title: 'MS5611 Pressure', unit: 'Pa' },
      { title: 'SHT31 Temperature', unit: 'C' },
      { title: 'SHT31 Relative Humidity', unit: '%' },
    ];
    expect(
      parseLine(
        'I,Product ID,Serial Number,Message,MS5611 Pressure,Pa,SHT31 Temperature,C,SHT31 Relative Humidity,%,*bbdd',
      ),
    ).toEqual({ kind: 'header', columns });
    expect(
      parseLine(
        framed(
          'I,Product ID,Serial Number,Message, MS5611 Pressure, Pa, SHT31 Temperature,C,SHT31 Relative Humidity,%',
        ),
      ),
    ).toEqual({ kind: 'header', columns });
  });

  test.each([
    ['I,VCP-PTH450-CAL,E24638,Poll interval set to 1000 ms,*cdea', 'Poll interval set to 1000 ms'],
    ['I,VCP-PTH450-CAL,E24638,Printing 2 fractional digits,*c65d', 'Printing 2 fractional digits'],
    [framed('I,VCP-PTH450-CAL,E24638,Printing 2 fractional digits'), 'Printing 2 fractional digits'],
  ])('of an echo: %s', (text, message) => {
    expect(parseLine(text)).toEqual({ kind: 'echo', product: 'VCP-PTH450-CAL', serial: 'E24638', message });
  });

  test.each([
    ['', 'no checksum'],
    ['D,VCP-PTH450-CAL,E24638,,102466,Pa', 'no checksum'],
    ['D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16', 'no checksum'],
    ['D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d*d16d', 'no checksum'],
    ['D,VCP-PTH450-CAL,E24638,,102467,Pa,24.87,C,66.81,%,*d16d', 'checksum mismatch'],
    ['CP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d', 'checksum mismatch'],
    [framed('D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,\xb0C,'), 'not 7-bit text'],
    [framed('D,VCP-PTH450-CAL,E24\x0038,,102466,Pa,'), 'not 7-bit text'],
    [framed('D,,E24638,,102466,Pa,'), 'no product name'],
    [framed('X,VCP-PTH450-CAL,E24638,,102466,Pa,'), 'unknown line type'],
    [framed('d,VCP-PTH450-CAL,E24638,,102466,Pa,'), 'unknown line type'],
    [framed('D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87'), 'value without unit'],
    [framed('I,Product ID,Serial Number,Message,'), 'no columns'],
    [framed('I,Product ID,Serial Number,Message,MS5611 Pressure'), 'column without unit'],
  ])('that is refused: %j', (text, why) => {
    expect(parseLine(text)).toEqual({ kind: 'rejected', why });
  });

  test('whatever it is, is read or refused, and never a value without a check sum that fits', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)), maxLength: 200 }),
      fc.string({ unit: fc.constantFrom('D', 'I', ',', '*', '0', 'a', '%', './', '-', ' '), maxLength: 80 }),
    );
    fc.assert(
      fc.property(text, (line) => {
        const [body = '', digits] = line.split('*');
        const fits = digits !== undefined && crc16(body) === Number.parseInt(digits, 16);
        if (!fits) expect(parseLine(line).kind).toBe('rejected');
        else parseLine(line);
        parseLine(framed(line.replaceAll('*', '')));
      }),
    );
  });

  test('with any one byte changed is refused', () => {
    const good = 'D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d';
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const other = String.fromCharCode(byte);
        fc.pre(other.toLowerCase() !== good.charAt(at).toLowerCase());
        expect(parseLine(good.slice(0, at) + other + good.slice(at + 1)).kind).toBe('rejected');
      }),
    );
  });
});
