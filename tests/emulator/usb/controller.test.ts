/** The kernel's list of ports, as it prints it. */
import { expect, test } from 'vitest';
import { readPorts } from './vhci.ts';

test('the ports of a status file', () => {
  const status = [
    'hub port sta spd dev      sockfd local_busid',
    'hs  0000 006 002 00010001 000023 3-1',
    'hs  0001 004 000 00000000 000000 0-0',
    'ss  0015 004 000 00000000 000000 0-0',
    '',
  ].join('\n');
  expect(readPorts(status)).toEqual([
    { hub: 'hs', port: 0, state: 6, busId: '3-1' },
    { hub: 'hs', port: 1, state: 4, busId: '0-0' },
    { hub: 'ss', port: 15, state: 4, busId: '0-0' },
  ]);
});
