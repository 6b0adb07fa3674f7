import { expect, test, vi } from 'vitest';
import { DEFAULT_SERIAL_TIMING } from '../../../../service/drivers/serial/options.ts';
import { testPort } from '../../../../service/drivers/serial/port-test.ts';
import type { SerialTransport } from '../../../../service/drivers/serial/transport.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { good } from './support.ts';

/** Without a serial number: `D,product,serial,message,value,unit`. */
const LINE_WITHOUT_SERIAL = good('D', 'VCP-PTH450', '', '', '101325', 'Pa');

const HEADER = good('I', 'Product ID', 'Serial Number', 'Message', 'MS5611 Pressure', 'Pa');

/** The test of a port whose device never replies, ended by the signal after the first command. */
async function testUntil(ending: AbortController, isAbortedBefore: boolean): Promise<{ closed: number; ms: number }> {
  let closed = 0;
  const transport: SerialTransport = {
    onData: () => {},
    onEnd: () => {},
    write: async () => ending.abort(),
    close: async () => void (closed += 1),
  };
  if (isAbortedBefore) ending.abort();
  const started = performance.now();
  const result = await testPort('/dev/ttyUSB0', {
    openPort: async () => transport,
    timing: { ...DEFAULT_SERIAL_TIMING, silenceMs: 600_000, replyTimeoutMs: 600_000 },
    clock: systemClock,
    logger: silentLogger,
    periodOf: () => undefined,
    signal: ending.signal,
  });
  expect(result.ok).toBe(false);
  return { closed, ms: performance.now() - started };
}

test.each([false, true])('ends with the driver and closes the port; stopped before: %j', async (isAbortedBefore) => {
  const { closed, ms } = await testUntil(new AbortController(), isAbortedBefore);
  expect(closed).toBe(1);
  // Far below the 5 s that a device has to respond.
  expect(ms).toBeLessThan(4000);
});

test('ends although the device never stops sending headers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    let sending: NodeJS.Timeout | undefined;
    let closed = 0;
    const result = testPort('/dev/ttyUSB0', {
      openPort: async () => ({
        onData: (listener) => {
          sending = setInterval(() => listener(Buffer.from(HEADER)), 500);
        },
        onEnd: () => {},
        write: async () => {},
        close: async () => {
          clearInterval(sending);
          closed += 1;
        },
      }),
      timing: DEFAULT_SERIAL_TIMING,
      clock: systemClock,
      logger: silentLogger,
      periodOf: () => undefined,
      signal: new AbortController().signal,
    });
    await vi.advanceTimersByTimeAsync(9500);
    expect(closed).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(closed).toBe(1);
    expect(await result).toMatchObject({
      ok: false,
      text: 'Data on serial port /dev/ttyUSB0 is not from a known device.',
    });
  } finally {
    vi.useRealTimers();
  }
});

test('uses the stored period of a device without a serial number on its lines', async () => {
  const asked: string[] = [];
  const ending = new AbortController();
  let receive: (bytes: Uint8Array) => void = () => {};
  await testPort('/dev/ttyUSB0', {
    openPort: async () => ({
      onData: (listener) => void (receive = listener),
      onEnd: () => {},
      write: async () => receive(Buffer.from(LINE_WITHOUT_SERIAL)),
      close: async () => {},
    }),
    timing: { ...DEFAULT_SERIAL_TIMING, replyTimeoutMs: 20, commandPauseMs: 0 },
    clock: systemClock,
    logger: silentLogger,
    periodOf: ({ serial }) => {
      asked.push(serial);
      ending.abort();
      return undefined;
    },
    signal: ending.signal,
  });
  expect(asked).toContain('no-serial-ttyUSB0');
});
