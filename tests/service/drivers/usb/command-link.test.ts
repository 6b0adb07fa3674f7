import { describe, expect, test } from 'vitest';
import { rawCommand } from '../../../../service/drivers/protocol/usb-frames.ts';
import { type ControlRequest, UsbError } from '../../../../service/drivers/usb/bus.ts';
import { CommandLink } from '../../../../service/drivers/usb/command-link.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { bytes } from './support/wire-instrument.ts';

/** A link that answers with these in turn, and then with `10 66 66 10`. */
function linkOf(...answers: (string | UsbError)[]) {
  const requests: ControlRequest[] = [];
  const timeouts: number[] = [];
  const rejected: string[] = [];
  let count = 0;
  const commands = new CommandLink({
    link: {
      controlIn: (request, timeoutMs) => {
        requests.push(request);
        timeouts.push(timeoutMs);
        const answer = answers.shift() ?? '10 66 66 10';
        return answer instanceof UsbError ? Promise.reject(answer) : Promise.resolve(bytes(answer));
      },
    },
    timing: { attempts: 3, transferTimeoutMs: 2000 },
    clock: systemClock,
    rejected: (_command, fault) => rejected.push(fault),
    received: () => (count += 1),
  });
  return { commands, requests, timeouts, rejected, received: () => count };
}

const DATA = { data: bytes('66 66') };
const STALL = new UsbError('stalled', 'endpoint stalled');
const TIMEOUT = new UsbError('timeout', 'transfer was cancelled');
const FAILED = new UsbError('failed', 'input/output error');

describe('a command to an instrument', () => {
  test('is one request of 32 bytes at most', async () => {
    const { commands, requests } = linkOf();
    expect(await commands.request(rawCommand(1))).toEqual(DATA);
    expect(requests).toEqual([{ request: 0x10, value: 1, length: 32 }]);
  });

  test.each([
    ['wrong echoes', ['11 66 66 11', '11 66 66 11'], ['wrong-echo', 'wrong-echo'], 3],
    ['wrong checks', ['10 66 66 11'], ['wrong-check'], 2],
    ['one byte', ['10'], ['short'], 2],
    ['a device error', ['00'], [], 2],
    ['no byte', [''], [], 2],
    ['a stall', [STALL], [], 2],
    ['a time-out', [TIMEOUT, TIMEOUT], [], 3],
    ['a failed transfer', [FAILED, FAILED], [], 3],
  ] as const)('is sent again after %s', async (_name, answers, damaged, sent) => {
    const { commands, requests, rejected } = linkOf(...answers);
    expect(await commands.request(rawCommand(1))).toEqual(DATA);
    expect(rejected).toEqual(damaged);
    expect(requests).toHaveLength(sent);
  });

  test.each([
    ['wrong-check', '10 66 66 11'],
    ['device-error', '00'],
    ['none', ''],
    ['stalled', STALL],
    ['timeout', TIMEOUT],
  ] as const)('is given up with %s after three times', async (fault, answer) => {
    const { commands, requests } = linkOf(answer, answer, answer);
    expect(await commands.request(rawCommand(1))).toEqual({ fault });
    expect(requests).toHaveLength(3);
  });

  test('is sent as often as asked', async () => {
    const { commands, requests } = linkOf(TIMEOUT);
    expect(await commands.request(rawCommand(1), { attempts: 1 })).toEqual({ fault: 'timeout' });
    expect(requests).toHaveLength(1);
  });

  test.each([
    [undefined, [2000, 2000, 2000]],
    [5000, [2000, 2000, 1000]],
    [2000, [2000]],
    [166, [166]],
    [2005, [2000]],
  ])('waits in vain for %s ms at most, in transfers of 2 s', async (patienceMs, expected) => {
    const { commands, timeouts } = linkOf(TIMEOUT, TIMEOUT, TIMEOUT);
    expect(await commands.request(rawCommand(1), patienceMs ? { patienceMs } : {})).toEqual({ fault: 'timeout' });
    expect(timeouts).toEqual(expected);
  });

  test('waits its full time again after an answer that is damaged', async () => {
    const { commands, timeouts } = linkOf('10 66 66 11', TIMEOUT);
    expect(await commands.request(rawCommand(1), { patienceMs: 300 })).toEqual({ fault: 'timeout' });
    expect(timeouts).toEqual([300, 300]);
  });

  test('fails at once when the instrument is unplugged', async () => {
    const { commands, requests } = linkOf(new UsbError('unplugged', 'device disconnected'));
    await expect(commands.request(rawCommand(1))).rejects.toMatchObject({ failure: 'unplugged' });
    expect(requests).toHaveLength(1);
  });

  test('fails with the system failing three times', async () => {
    const { commands, requests } = linkOf(FAILED, FAILED, FAILED);
    await expect(commands.request(rawCommand(1))).rejects.toBe(FAILED);
    expect(requests).toHaveLength(3);
  });

  test('reports whatever the device answers, but not in silence', async () => {
    const { commands, received } = linkOf(STALL, '00', '10 66 66 10');
    await commands.request(rawCommand(1));
    expect(received()).toBe(3);
    const silent = linkOf(TIMEOUT, TIMEOUT, TIMEOUT);
    await silent.commands.request(rawCommand(1));
    expect(silent.received()).toBe(0);
  });

  test('ends with the connection, though its transfer never does', async () => {
    const commands = new CommandLink({
      link: { controlIn: () => new Promise(() => {}) },
      timing: { attempts: 3, transferTimeoutMs: 2000 },
      clock: systemClock,
      rejected: () => {},
      received: () => {},
    });
    const asking = commands.request(rawCommand(1));
    commands.close();
    await expect(asking).rejects.toMatchObject({ failure: 'failed' });
    await expect(commands.request(rawCommand(1))).rejects.toMatchObject({ failure: 'failed' });
  });
});
