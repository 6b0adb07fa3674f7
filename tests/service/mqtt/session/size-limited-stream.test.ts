import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { OversizeFilter } from '../../../../service/mqtt/session/oversize-filter.ts';
import { SizeLimitedStream } from '../../../../service/mqtt/session/size-limited-stream.ts';
import { atEnd } from '../../../support/at-end.ts';
import { startServer } from '../../../support/mqtt/strangers.ts';
import { until } from '../../../support/until.ts';

/** A stream over a connection to a server that does this. */
async function open(serve: (socket: Socket) => void): Promise<{ socket: Socket; stream: SizeLimitedStream }> {
  const socket = connect(await startServer(serve), '127.0.0.1');
  atEnd(() => socket.destroy());
  const stream = new SizeLimitedStream(socket, new OversizeFilter(100_000, () => {}));
  return { socket, stream };
}

/** PINGRESP, over and over: 1 MB. */
const PINGS = Buffer.alloc(1_000_000, Buffer.from([0xd0, 0]));

test('what nobody takes stays with the other side', async () => {
  let isFull = false;
  let isDone = false;
  const { socket, stream } = await open((other) => {
    const send = (left: number): void => {
      if (left === 0) isDone = true;
      else if (other.write(PINGS)) send(left - 1);
      else other.once('drain', () => send(left - 1));
    };
    send(30);
    setTimeout(() => (isFull = !isDone), 200);
  });
  await until('the other side to wait', () => isFull);
  const before = socket.bytesRead;
  expect(before).toBeLessThan(1_000_000);
  expect(stream.readableLength).toBeLessThan(1_000_000);
  // Much waits in the system now: others of this process have their turn all the same.
  let taken = 0;
  let inTurn = 0;
  let most = 0;
  stream.on('data', (bytes: Buffer) => {
    taken += bytes.length;
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += bytes.length;
    most = Math.max(most, inTurn);
  });
  await until('all of it', () => taken === 30_000_000);
  expect(most).toBeLessThan(300_000);
});

test('what is written arrives, in order, and the end after it', async () => {
  let heard = '';
  let ended = false;
  const { socket, stream } = await open((other) => {
    other.on('data', (bytes) => (heard += bytes.toString()));
    other.on('end', () => (ended = true));
  });
  stream.cork();
  stream.write(Buffer.from('one '));
  stream.write(Buffer.from('two '));
  stream.uncork();
  stream.end(Buffer.from('three'));
  await until('the end', () => ended);
  expect(heard).toBe('one two three');
  stream.resume();
  await until('both to be closed', () => socket.destroyed && stream.destroyed);
});

test('they end together, whoever ends first, and what came before is read', async () => {
  const first = await open((other) => other.end(PINGS));
  let taken = 0;
  first.stream.on('data', (bytes: Buffer) => (taken += bytes.length));
  await once(first.stream, 'end');
  expect(taken).toBe(1_000_000);
  await until('both to be closed', () => first.socket.destroyed && first.stream.destroyed);
  const second = await open((other) => other.resetAndDestroy());
  second.socket.on('error', () => {});
  second.stream.resume();
  await until('the stream to be closed', () => second.stream.destroyed);
  const third = await open(() => {});
  third.stream.destroy();
  await until('the socket to be closed', () => third.socket.destroyed);
});
