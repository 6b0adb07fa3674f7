/** The emulated instrument against the published lines of the protocol, byte by byte, over a pseudo terminal. */
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runConsoleLine } from '../emulator/console.ts';
import { crc16 } from '../emulator/crc.ts';
import type { Emulator, EmulatorOptions } from '../emulator/emulator.ts';
import { parseColumns } from '../emulator/products.ts';
import { atEnd } from '../support/at-end.ts';
import { plug } from '../support/rig.ts';
import { freshPortPath } from '../support/serial/folder.ts';
import { type Host, openHost } from '../support/serial/host.ts';
import { until } from '../support/until.ts';

const DATA = 'D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d\r\n';
const HEADER =
  'I,Product ID,Serial Number,Message,MS5611 Pressure,Pa,SHT31 Temperature,C,SHT31 Relative Humidity,%,*bbdd\r\n';

/** Alone: the next line may be there before the test looks. */
const FIRST_LINE = /^[^\n]*\n/;

async function open(emulator: Emulator): Promise<Host> {
  const host = await openHost(emulator.options.path);
  atEnd(() => host.close());
  return host;
}

/** Plugs one in, opens it, and lets it send a line as often as it can. */
async function streaming(options: Partial<EmulatorOptions> = {}): Promise<{ emulator: Emulator; host: Host }> {
  const emulator = await plug(options);
  const host = await open(emulator);
  host.send('POLL 100\r\n');
  await host.sees(/Poll interval set to 100 ms/);
  return { emulator, host };
}

/** How long nothing may come until nothing is on its way any more, in milliseconds: three times the stream's pause. */
const QUIET_MS = 300;

/** Waits until what came stays what it is. */
async function quiet(host: Host): Promise<void> {
  let [text, since] = [host.text(), performance.now()];
  await until('nothing more to come', () => {
    if (host.text() !== text) [text, since] = [host.text(), performance.now()];
    return performance.now() - since >= QUIET_MS;
  });
}

describe('check sum', () => {
  test.each([
    ['123456789', 0x31c3],
    ['D,VCP-PTH450,E18890,,101182,Pa,24.8344,C,59.8779,%,', 0x3fb5],
    ['D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,', 0xd16d],
    ['I,VCP-PTH450-CAL,E24638,Poll interval set to 1000 ms,', 0xcdea],
    ['I,VCP-PTH450-CAL,E24638,Printing 2 fractional digits,', 0xc65d],
    ['D,VCP-TMC100k,E24640,,23.512,C,24.031,C,', 0xb219],
  ])('%s', (text, crc) => {
    expect(crc16(Buffer.from(text))).toBe(crc);
  });
});

describe.concurrent('lines', () => {
  test('streams the published line without being asked', async () => {
    const host = await open(await plug());
    const [line] = await host.sees(FIRST_LINE);
    expect(line).toBe(DATA);
  });

  test.for(['\r\n', '\n', '\r'])('answers INFO that ends with %j', async (end) => {
    const host = await open(await plug());
    host.send(`INFO${end}`);
    await host.sees(/I,[^\n]*\n/);
    expect(host.text()).toContain(HEADER);
  });

  test('answers POLL and FRAC with the published texts', async () => {
    const host = await open(await plug());
    host.send('POLL 1000\r\nFRAC 2\r\n');
    await host.sees(/c65d\r\n/);
    expect(host.text()).toContain('I,VCP-PTH450-CAL,E24638,Poll interval set to 1000 ms,*cdea\r\n');
    expect(host.text()).toContain('I,VCP-PTH450-CAL,E24638,Printing 2 fractional digits,*c65d\r\n');
  });

  test('FRAC changes the digits, but never those of a pressure', async () => {
    const { host } = await streaming();
    host.send('FRAC 4\r\n');
    await host.sees(/Printing 4[^\n]*\n/);
    host.forget();
    const [line] = await host.sees(/D,[^\n]*\n/);
    expect(line).toContain(',102466,Pa,24.8700,C,66.8100,%,*');
  });

  test('POLL 0 stops the stream, POLL starts it again', async () => {
    const { host, emulator } = await streaming();
    host.send('POLL 0\r\n');
    await until('the stream to stop', () => emulator.pollMs === 0);
    host.send('INFO\r\n');
    await host.sees(/Product ID[^\n]*\n$/);
    host.forget();
    host.send('INFO\r\n');
    await host.sees(/\n/);
    expect(host.text()).toBe(HEADER);
    host.send('POLL 100\r\n');
    await host.sees(/D,/);
  });

  test.for(['POLL 99', 'POLL 60001', 'POLL x', 'FRAC 0', 'FRAC 8', 'WHAT', 'info', 'INFOS'])(
    'says nothing to %s',
    async (command) => {
      const emulator = await plug();
      const host = await open(emulator);
      const obeyed = new Promise((resolve) => emulator.once('command', resolve));
      host.send(`${command}\r\n`);
      expect(await obeyed).toBe(command);
      expect(emulator.pollMs).toBe(1000);
      host.send('INFO\r\n');
      await host.sees(/Product ID/);
      expect(host.text()).not.toMatch(/set to|Printing/);
    },
  );

  test.for([
    [
      'VCP-PTH450',
      'E18890',
      ['101182', '24.8344', '59.8779'],
      'D,VCP-PTH450,E18890,,101182,Pa,24.8344,C,59.8779,%,*3fb5',
    ],
    ['VCP-TMC100k', 'E24640', ['23.512', '24.031'], 'D,VCP-TMC100k,E24640,,23.512,C,24.031,C,*b219'],
  ] as const)('plays a %s', async ([product, serial, values, expected]) => {
    const host = await open(await plug({ product, serial, values }));
    const [line] = await host.sees(FIRST_LINE);
    expect(line).toBe(`${expected}\r\n`);
  });

  test('plays a product that nobody knows by its columns', async () => {
    const columns = parseColumns('Probe One:C,Gas:ppm:400:10');
    const host = await open(await plug({ product: 'VCP-NEW900', serial: 'E99999', columns, values: [] }));
    host.send('INFO\r\n');
    await host.sees(/I,Product ID,Serial Number,Message,Probe One,C,Gas,ppm,\*[0-9a-f]{4}\r\n/);
    await host.sees(/D,VCP-NEW900,E99999,,[0-9.]+,C,[0-9.]+,ppm,\*[0-9a-f]{4}\r\n/);
  });

  test('waves are repeatable in form and move', async () => {
    const { host } = await streaming({ values: [] });
    const [, first, second] = await host.sees(/(D,[^\n]*)\n[^]*(D,[^\n]*)\n/);
    expect(first).not.toBe(second);
  });
});

describe.concurrent('the port', () => {
  test('is there after a program closed it, with nothing stale in it', async () => {
    const { emulator, host } = await streaming();
    await host.sees(/D,/);
    const renewed = new Promise<void>((resolve) => emulator.once('renewed', resolve));
    await host.close();
    emulator.show(['1', '2', '3']);
    // Until then the terminal that was closed stands behind the port, and a program that opens it is hung up.
    await renewed;
    const again = await open(emulator);
    await again.sees(/\n[^]*\n/);
    expect(again.text()).not.toContain('102466');
  });

  test('goes and comes back at RESET, and has forgotten POLL', async () => {
    const { emulator, host } = await streaming({ resetMs: 100 });
    host.send('RESET\r\n');
    await until('the port to be lost', host.lost);
    const again = await until('the port to open', () => open(emulator));
    expect(emulator.pollMs).toBe(1000);
    await again.sees(/d16d/);
  });

  test('stays away after PROTOCOL USB and RESET', async () => {
    const { emulator, host } = await streaming({ resetMs: 0 });
    host.send('PROTOCOL USB\r\n');
    host.send('RESET\r\n');
    await until('the port to be lost', host.lost);
    await expect(until('the port', () => existsSync(emulator.options.path), 300)).rejects.toThrow('the port');
  });

  test('comes back after PROTOCOL USB and RESET where it does not obey', async () => {
    const { emulator, host } = await streaming({ resetMs: 0, faults: { keepsProtocol: true } });
    host.send('PROTOCOL USB\r\n');
    host.send('RESET\r\n');
    await until('the port to be lost', host.lost);
    const again = await until('the port to open', () => open(emulator));
    await again.sees(/d16d/);
  });

  test('is not made over something that exists, but over what a killed emulator left', async () => {
    const taken = freshPortPath();
    writeFileSync(taken, 'mine');
    await expect(plug({ path: taken })).rejects.toThrow('exists already');
    const left = freshPortPath();
    symlinkSync('/dev/pts/99999', left);
    const host = await open(await plug({ path: left }));
    await host.sees(/d16d/);
  });

  test('is removed at the end', async () => {
    const emulator = await plug();
    await emulator.stop();
    await emulator.stop();
    expect(existsSync(emulator.options.path)).toBe(false);
  });
});

describe.concurrent('faults', () => {
  test('wrong check sums, so many', async () => {
    const { emulator, host } = await streaming();
    await runConsoleLine(emulator, 'crc 2');
    host.forget();
    await host.sees(/d16c\r\n[^]*d16c\r\n[^]*d16d\r\n/);
    expect(host.text().match(/d16c/g)).toHaveLength(2);
  });

  test('ERROR in a column and in all', async () => {
    const { emulator, host } = await streaming();
    await runConsoleLine(emulator, 'error 2');
    await host.sees(/,102466,Pa,ERROR,C,66.81,%,\*/);
    await runConsoleLine(emulator, 'error all');
    await host.sees(/,ERROR,Pa,ERROR,C,ERROR,%,\*/);
    await runConsoleLine(emulator, 'error off');
    await host.sees(/ERROR[^]*d16d/);
  });

  test('silence, also to commands', async () => {
    const { emulator, host } = await streaming();
    await runConsoleLine(emulator, 'silence on');
    host.send('INFO\r\n');
    await new Promise((resolve) => emulator.once('command', resolve));
    // What was sent before may still be on its way.
    await quiet(host);
    host.forget();
    await expect(until('a word', () => host.text() !== '', 500)).rejects.toThrow('a word');
    await runConsoleLine(emulator, 'silence off');
    await host.sees(/d16d/);
  });

  test('no data, but answers', async () => {
    const { emulator, host } = await streaming();
    await runConsoleLine(emulator, 'data off');
    host.send('INFO\r\n');
    await host.sees(/bbdd\r\n/);
    host.forget();
    await expect(until('a word', () => host.text() !== '', 500)).rejects.toThrow('a word');
    await runConsoleLine(emulator, 'data on');
    await host.sees(/d16d/);
  });

  test('hang-up and return', async () => {
    const { emulator, host } = await streaming();
    await runConsoleLine(emulator, 'hangup 100');
    expect(existsSync(emulator.options.path)).toBe(false);
    await until('the port to be lost', host.lost);
    const again = await until('the port to open', () => open(emulator));
    await again.sees(/d16d/);
  });

  test('LF alone, check sums in upper case', async () => {
    const { emulator, host } = await streaming();
    await runConsoleLine(emulator, 'lf on');
    await runConsoleLine(emulator, 'upper on');
    await host.sees(/66\.81,%,\*D16D\n/);
  });

  test('a partial first line', async () => {
    const host = await open(await plug({ faults: { partialFirstLine: true } }));
    const [line] = await host.sees(FIRST_LINE);
    expect(line).not.toBe(DATA);
    expect(DATA.endsWith(line)).toBe(true);
  });

  test('INFO answered late or never, POLL without an echo', async () => {
    const { emulator, host } = await streaming();
    await runConsoleLine(emulator, 'echo off');
    await runConsoleLine(emulator, 'info missing');
    host.forget();
    host.send('INFO\r\nPOLL 200\r\n');
    await until('POLL to work', () => emulator.pollMs === 200);
    await host.sees(/D,/);
    expect(host.text()).not.toMatch(/Product ID|set to/);
    await runConsoleLine(emulator, 'info 150');
    host.send('INFO\r\n');
    await host.sees(/bbdd/);
  });

  test('garbage, a long line, a partial line and a burst', async () => {
    const { emulator, host } = await streaming();
    host.forget();
    await runConsoleLine(emulator, 'garbage 300');
    await host.sees(/[\x80-\xff]/);
    await runConsoleLine(emulator, 'long 9000');
    await host.sees(/x{8998}\r\n/);
    await runConsoleLine(emulator, 'partial');
    await host.sees(/\n[^\nD]*%,\*d16d\r\n/);
    await runConsoleLine(emulator, 'burst 50');
    await host.sees(/(D,[^\n]*d16d\r\n){50}/);
  });

  test('a command that comes too soon is lost', async () => {
    const { emulator, host } = await streaming({ faults: { commandGapMs: 150 } });
    await until('a pause', () => host.text().split('D,').length > 4);
    host.send('FRAC 2\r\nFRAC 3\r\n');
    await host.sees(/Printing 2/);
    await until('a pause', () => host.text().split('D,').length > 8);
    expect(host.text()).not.toContain('Printing 3');
    expect(emulator.faults.commandGapMs).toBe(150);
  });

  test.for(['what', '__proto__', 'silence', 'error x', 'info soon', 'garbage -1'])('refuses to "%s"', async (line) => {
    const emulator = await plug();
    await expect(runConsoleLine(emulator, line)).rejects.toThrow();
  });
});
