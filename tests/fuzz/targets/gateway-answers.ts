/** A gateway that answers anything over HTTP: what is read of its answers. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pollDevices } from '../../../service/drivers/gateway/sensgate/poll-devices.ts';
import { createAgent } from '../../../service/drivers/gateway/sensgate/send-request.ts';
import { SensgateDevices } from '../../../service/drivers/gateway/sensgate/sensgate-devices.ts';
import type { AdapterEvents } from '../../../service/drivers/gateway/types.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { line } from '../../emulator/lines.ts';
import { must, type Prey, type Target } from '../engine/target.ts';
import { linesIn, mustComeOfOne } from '../support/answer-lines.ts';
import { chunks } from '../support/chunks.ts';
import { httpAnswer } from '../support/http-answer.ts';
import { repaired, UNITS } from '../support/lines.ts';

/** How long an answer may take, in milliseconds: it is there at once, or broken off. */
const LIMIT_MS = 2000;

/** So much of an unknown answer is shown at most. */
const MAX_SHOWN = 4096;

const FORM = { upperCaseCrc: false, wrongCrc: false, bareLineFeed: false };
const HEADER = line(['I', 'Product ID', 'Serial Number', 'Message', 'SHT31 Temperature', 'C'], FORM);
const DATA = line(['D', 'VCP-PTH450-CAL', 'E24638', '', '102466', 'Pa', '24.87', 'C', '66.81', '%'], FORM);
const OTHER = line(['D', 'OWN-1', 'X1', '', '1.5', 'C'], FORM);

async function open(): Promise<Prey> {
  let answer: Uint8Array = new Uint8Array();
  let seed = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      for (const piece of chunks(answer, seed % 4 === 1 ? 2 : seed)) socket.write(piece);
      socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = createAgent();

  async function run(input: Uint8Array): Promise<void> {
    const flags = input[1] ?? 0;
    const body = flags % 2 === 0 ? repaired(input.subarray(2)) : input.subarray(2);
    const head = `HTTP/1.1 200 OK\r\nContent-Type: ${flags % 4 < 2 ? 'text/plain' : 'application/json'}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const isRaw = flags % 8 > 3;
    answer = isRaw ? body : Buffer.concat([Buffer.from(head), body]);
    seed = input[0] ?? 0;
    const controller = new AbortController();
    const config = { host: '127.0.0.1', port };
    const outcome = await pollDevices({
      config,
      agent,
      limitMs: LIMIT_MS,
      clock: systemClock,
      signal: controller.signal,
    });
    if (outcome.kind === 'failed') {
      must(outcome.failure.text.length < 1000, 'a failure of more than 1000 characters');
      must(JSON.stringify(outcome.unknown ?? '').length <= 8 * MAX_SHOWN, 'very much of an unknown answer is kept');
      return;
    }
    must(outcome.kind === 'good', 'it was ended by nobody');
    const events = new Emitter<AdapterEvents>((error) => {
      throw error;
    });
    const crowd = new SensgateDevices({ events, logger: silentLogger, periodMs: 1000, address: 'here' });
    const told = httpAnswer(Buffer.from(answer));
    must(
      told !== undefined && told.status >= 200 && told.status < 300,
      'no answer of success is there, and one is read',
    );
    const lines = linesIn(told.body);
    events.on('readings', ({ serial, samples }) => {
      const own = lines.filter((each) => each.serial === serial && each.fields.length === samples.length);
      mustComeOfOne(own, samples);
      for (const { magnitude } of samples)
        must(magnitude === null || Number.isFinite(magnitude), `a value of ${magnitude}`);
    });
    crowd.take(outcome.answer, 0);
    must(crowd.size <= 256, `${crowd.size} instruments behind one gateway`);
  }

  return {
    run,
    close: () => {
      agent.destroy();
      server.close();
    },
  };
}

const json = JSON.stringify;

/** A whole answer whose body comes in pieces that end in the middle of a line, with an answer before it, and trailers. */
function inChunks(body: string): string {
  const size = Math.ceil(body.length / 3);
  const pieces = [0, 1, 2].map((index) => body.slice(index * size, (index + 1) * size));
  const framed = pieces.map((piece) => `${piece.length.toString(16)};a=b\r\n${piece}\r\n`).join('');
  return `HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${framed}0\r\nX: y\r\n\r\n`;
}

export const target: Target = {
  covers: ['service/drivers/gateway/sensgate/', 'service/drivers/protocol/'],
  words: [
    'D,',
    'I,',
    '\r\n',
    '*',
    'ERROR',
    '{"',
    '":"',
    '"}',
    '[',
    ']',
    'G00033',
    'port',
    'node',
    'Product ID',
    ...UNITS,
    'Transfer-Encoding: chunked\r\n',
    'Content-Length: ',
    'HTTP/1.1 302 Found\r\n',
    '\r\n\r\n',
    '<html>',
    'Content-Type: image/png\r\n',
    DATA,
    OTHER,
  ],
  maxBytes: 8192,
  seeds: [
    `\0\0${HEADER}${DATA}${OTHER}`,
    `\0\u0002${json({
      gateway: 'G00033',
      devices: [
        { port: 1, line: DATA },
        { port: 2, header: HEADER, line: OTHER },
      ],
    })}`,
    `\u0001\u0002${json({ 1: { data: [HEADER, OTHER] }, 2: { data: DATA } })}`,
    `\0\u0004HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    // Their flags leave check sums alone: a chunk's length stands in the middle of a line.
    `\0\u0005${inChunks(HEADER + DATA + OTHER)}`,
    `\u0003\u0005${inChunks(DATA.replace('24.87', '24.88') + OTHER)}`,
    `\0\u0004HTTP/1.0 200\r\n\r\n${HEADER}${DATA}`,
    `\0\u0004HTTP/1.1 200 OK\r\nContent-Length: ${DATA.length}\r\n\r\n${DATA}${OTHER}`,
    `\u0002\u0004HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno`,
    `\u0002\u0004HTTP/1.1 503 Busy\r\n\r\n${DATA}`,
    `\0\u0001${DATA.replace('*', '#')}`,
    // Lines whose check sum does not fit any more.
    `\0\u0001${DATA.replace('24.87', '24.88')}${OTHER.replace('1.5', '1.4')}`,
  ],
  open,
};
