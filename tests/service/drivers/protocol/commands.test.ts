import { expect, test } from 'vitest';
import {
  encodeCommand,
  fractionCommand,
  infoCommand,
  pollCommand,
} from '../../../../service/drivers/protocol/commands.ts';
import type { ValidLine } from '../../../../service/drivers/protocol/line.ts';

const echo = (message: string): ValidLine => ({ kind: 'echo', product: 'VCP-PTH450-CAL', serial: 'E24638', message });
const header: ValidLine = { kind: 'header', columns: [{ title: 'MS5611 Pressure', unit: 'Pa' }] };
const data: ValidLine = {
  kind: 'data',
  product: 'VCP-PTH450-CAL',
  serial: 'E24638',
  message: 'Poll interval set to 500 ms',
  fields: [],
};

test('commands go out in capitals and end in CR LF', () => {
  const sent = [infoCommand(), pollCommand(500), fractionCommand(4)].map((command) =>
    Buffer.from(encodeCommand(command)).toString('latin1'),
  );
  expect(sent).toEqual(['INFO\r\n', 'POLL 500\r\n', 'FRAC 4\r\n']);
});

test('the header answers INFO, and nothing else does', () => {
  expect(infoCommand().judge(header)).toBe('done');
  expect(infoCommand().judge(echo('Poll interval set to 500 ms'))).toBeUndefined();
  expect(infoCommand().judge(data)).toBeUndefined();
});

test('the echo with the same number answers POLL, one with another number refuses it', () => {
  expect(pollCommand(500).judge(echo('Poll interval set to 500 ms'))).toBe('done');
  expect(pollCommand(500).judge(echo('poll interval set to 0500 ms'))).toBe('done');
  expect(pollCommand(500).judge(echo('Poll interval set to 1000 ms'))).toBe('refused');
  for (const line of [echo('Printing 500 fractional digits'), echo('Poll interval set to 500 msec'), header, data]) {
    expect(pollCommand(500).judge(line)).toBeUndefined();
  }
});

test('FRAC likewise', () => {
  expect(fractionCommand(2).judge(echo('Printing 2 fractional digits'))).toBe('done');
  expect(fractionCommand(1).judge(echo('Printing 1 fractional digit'))).toBe('done');
  expect(fractionCommand(2).judge(echo('Printing 4 fractional digits'))).toBe('refused');
  expect(fractionCommand(2).judge(echo('Poll interval set to 2 ms'))).toBeUndefined();
});
