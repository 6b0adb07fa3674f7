/** What a misbehaving instrument does on the wire. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Misbehaviour } from './control.ts';
import { MisbehavingInstrument } from './models/misbehaving.ts';
import { playProduct } from './models/products.ts';
import { plug } from './support/rig.ts';

const COUNT = 'c0 02 0000 0000 2000';
const RAW = 'c0 10 0100 0000 2000';

function pth450(how: Misbehaviour) {
  return plug({ product: 'pth450', serial: 'A' }, how);
}

test('a stall is an error of the transfer, and the next instrument command is answered again', async () => {
  const { client, instrument } = await pth450('stall');
  expect(await client.reply(client.control(RAW))).toEqual({ command: 3, status: -32, actual: 0, data: '' });
  instrument.how = 'well';
  expect(await client.reply(client.control(RAW))).toMatchObject({ status: 0, data: '10666610' });
});

test('standard requests are answered whatever the instrument does', async () => {
  const { client, instrument } = await pth450('stall');
  for (const how of ['stall', 'silence', 'unplug-in-flight'] as const) {
    instrument.how = how;
    expect(await client.reply(client.control('80 08 0000 0000 0100'))).toMatchObject({ status: 0, data: '00' });
  }
});

test('a wrong echo in a frame that checks, and a wrong check byte', async () => {
  const { client, instrument } = await pth450('wrong-echo');
  expect(await client.reply(client.control(RAW))).toMatchObject({ status: 0, data: '50666650' });
  instrument.how = 'wrong-check';
  expect(await client.reply(client.control(RAW))).toMatchObject({ status: 0, data: '10666611' });
});

test.each(['silence', 'late'] as const)('%s: nothing until the host takes the transfer back', async (how) => {
  const { client, instrument } = await pth450(how);
  const waiting = client.control(RAW);
  const unlink = client.unlink(waiting);
  expect(await client.reply(unlink)).toEqual({ command: 4, status: -104, actual: 0, data: '' });
  expect(await client.reply(client.unlink(waiting))).toMatchObject({ command: 4, status: 0 });
  instrument.how = 'well';
  expect(await client.reply(client.control(COUNT))).toMatchObject({ data: '020301' });
  expect(client.has(waiting)).toBe(false);
});

test('taking back what was answered, or never asked, changes nothing', async () => {
  const { client } = await pth450('well');
  const answered = client.control(COUNT);
  await client.reply(answered);
  expect(await client.reply(client.unlink(answered))).toMatchObject({ command: 4, status: 0 });
  expect(await client.reply(client.unlink(4711))).toMatchObject({ command: 4, status: 0 });
});

test("a late answer comes after 6 s, longer than the maker's tools wait", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { client, server } = await pth450('late');
  const waiting = client.control(RAW);
  // Answered at once and in order: what was asked before it has arrived then.
  const arrived = () => client.reply(client.control('80 08 0000 0000 0100'));
  await arrived();
  vi.advanceTimersByTime(5999);
  await arrived();
  expect(client.has(waiting)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await client.reply(waiting)).toMatchObject({ status: 0, data: '10666610' });
  const takenBack = client.control(RAW);
  await client.reply(client.unlink(takenBack));
  expect(vi.getTimerCount()).toBe(0);
  client.control(RAW);
  await arrived();
  expect(vi.getTimerCount()).toBe(1);
  await server.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('unplugged in the midst of the next reading, and not before', async () => {
  const { client, busId, server } = await pth450('unplug-in-flight');
  expect(await client.reply(client.control(COUNT))).toMatchObject({ data: '020301' });
  const reading = client.control(RAW);
  await client.closed;
  expect(client.has(reading)).toBe(false);
  expect(() => server.unplug(busId)).not.toThrow();
});

describe('a flaky instrument', () => {
  const frames = (count: number): string[] => {
    const instrument = new MisbehavingInstrument(playProduct({ product: 'pth450', serial: 'A' }));
    instrument.how = 'flaky';
    return Array.from({ length: count }, () => {
      const answer = instrument.control({ requestType: 0xc0, request: 0x10, value: 1, index: 0, length: 32 });
      return answer.kind === 'data' ? Buffer.from(answer.bytes).toString('hex') : answer.kind;
    });
  };

  test('damages each third reply, each time in another way', () => {
    const third = frames(18).filter((_, index) => index % 3 === 2);
    expect(third).toEqual(['50666650', '10666611', '10766610', '10', '00', 'stall']);
    const others = frames(18).filter((_, index) => index % 3 !== 2);
    expect(new Set(others)).toEqual(new Set(['10666610']));
  });
});

test('what it was asked is kept, the newest thousand', () => {
  const instrument = new MisbehavingInstrument(playProduct({ product: 'pth450', serial: 'A' }));
  for (let count = 0; count < 1500; count += 1) {
    instrument.control({ requestType: 0xc0, request: count < 500 ? 1 : 0x10, value: 0, index: 0, length: 32 });
  }
  expect(instrument.asked).toHaveLength(1000);
  expect(new Set(instrument.asked)).toEqual(new Set([0x10]));
});
