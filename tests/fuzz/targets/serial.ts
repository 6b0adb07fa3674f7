/** A serial port on which anything may come: what a session makes of it. */

import { DEFAULT_SERIAL_TIMING } from '../../../service/drivers/serial/options.ts';
import { SerialSession } from '../../../service/drivers/serial/session.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { line } from '../../emulator/lines.ts';
import { must, type Target } from '../engine/target.ts';
import { chunks } from '../support/chunks.ts';
import { dataLine, linesIn, mustComeOf, repaired, UNITS } from '../support/lines.ts';

/** Before this byte stands what comes before the instrument has made itself known, after it what comes then. */
const THEN = 0x1e;

/** A line is kept up to so many bytes: published lines have 256 at most. */
const MAX_LINE = 1024;

const FORM = { upperCaseCrc: false, wrongCrc: false, bareLineFeed: false };
const timing = { ...DEFAULT_SERIAL_TIMING, commandPauseMs: 0, replyTimeoutMs: 1, attempts: 1 };

const HEADER = line(
  [
    'I',
    'Product ID',
    'Serial Number',
    'Message',
    'MS5611 Pressure',
    'Pa',
    'SHT31 Temperature',
    'C',
    'SHT31 Relative Humidity',
    '%',
  ],
  FORM,
);
const DATA = line(['D', 'VCP-PTH450-CAL', 'E24638', '', '102466', 'Pa', '24.87', 'C', '66.81', '%'], FORM);
const POLL = line(['I', 'VCP-PTH450-CAL', 'E24638', 'Poll interval set to 1000 ms'], FORM);
const OWN = line(['D', 'OWN-1', 'X1', '', '1.5', 'C', 'ERROR', 'V'], FORM);

async function run(input: Uint8Array): Promise<void> {
  const [seed = 0, flags = 0] = input;
  const body = flags % 2 === 0 ? repaired(input.subarray(2)) : input.subarray(2);
  const mark = body.indexOf(THEN);
  const parts = mark < 0 ? [body] : [body.subarray(0, mark), body.subarray(mark + 1)];
  let deliver: (bytes: Uint8Array) => void = () => {};
  const end = Promise.withResolvers<Error | undefined>();
  const identified = Promise.withResolvers<void>();
  // In the order in which they come: each gives one reading at most.
  const lines = linesIn(Buffer.concat(parts))
    .filter(({ length }) => length <= MAX_LINE)
    .map(dataLine);
  let readings = 0;
  let next = 0;
  const session = new SerialSession({
    transport: {
      onData: (listener) => (deliver = listener),
      onEnd: (listener) => void end.promise.then(listener),
      write: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    clock: systemClock,
    logger: silentLogger,
    timing,
    manufacturer: '',
    periodOf: () => 1000,
    listener: {
      identified: () => identified.resolve(),
      readings: (_, samples) => {
        readings += 1;
        next = placeOf(lines, samples, next);
      },
      rejected: () => {},
    },
  });
  const running = session.run();
  for (const piece of chunks(parts[0] ?? body, seed)) deliver(piece);
  await Promise.race([identified.promise, running, new Promise((resolve) => setTimeout(resolve, 4))]);
  for (const piece of chunks(parts[1] ?? new Uint8Array(), seed)) deliver(piece);
  end.resolve(undefined);
  await running;
  must(readings <= lines.filter(Boolean).length, `${readings} readings of ${lines.length} lines`);
}

/** The first line from a place on that the samples can be of; what came in between gave no reading. */
function placeOf(
  lines: readonly ReturnType<typeof dataLine>[],
  samples: Parameters<typeof mustComeOf>[1],
  from: number,
): number {
  for (let at = from; at < lines.length; at += 1) {
    try {
      mustComeOf(lines[at], samples);
      return at + 1;
    } catch {
      // The next one may fit.
    }
  }
  mustComeOf(
    lines.slice(from).find((one) => one?.fields.length === samples.length),
    samples,
  );
  return lines.length;
}

export const target: Target = {
  covers: [
    'service/drivers/serial/session.ts',
    'service/drivers/serial/command-channel.ts',
    'service/drivers/protocol/',
    'service/devices/',
  ],
  words: [
    'D,',
    'I,',
    '\r\n',
    '*',
    ',',
    'ERROR',
    ...UNITS,
    '°C',
    'Product ID',
    'Serial Number',
    'VCP-PTH450-CAL',
    'VCP-TMC100k',
    'SHT31 Temperature',
    'Poll interval set to ',
    ' ms',
    'Printing 7 fractional digits',
    new Uint8Array([THEN]),
  ],
  maxBytes: 4096,
  seeds: [
    `\0\0${HEADER}${POLL}${DATA}\u001e${DATA}${DATA}`,
    `\u0001\u0001${DATA}${DATA}\u001e${DATA}`,
    `\u0002\0${OWN}\u001e${OWN}${DATA}`,
    `\u0003\0xx,C,*0000\r\n${HEADER}${DATA}\u001e${DATA.replace('24.87', 'ERROR')}`,
  ],
  open: () => ({ run }),
};
