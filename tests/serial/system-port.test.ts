/** The driver on real pseudo terminals, with published lines: what the native library does is part of what is tested. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, openSync, writeSync } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSystemPort } from '../../service/drivers/serial/system-port.ts';
import { Rig } from '../service/drivers/serial/support.ts';

const HEADER =
  'I,Product ID,Serial Number,Message,MS5611 Pressure,Pa,SHT31 Temperature,C,SHT31 Relative Humidity,%,*bbdd\r\n';
const POLL_ECHO = 'I,VCP-PTH450-CAL,E24638,Poll interval set to 1000 ms,*cdea\r\n';
const DATA = 'D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d\r\n';

describe('on a pseudo terminal', () => {
  let folder: string;
  let host: string;
  let instrument: string;
  let socat: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mensura-pty-'));
    host = join(folder, 'host');
    instrument = join(folder, 'instrument');
  });

  afterEach(async () => {
    await unplug();
    await rm(folder, { recursive: true });
  });

  async function plug(): Promise<void> {
    socat = spawn('socat', [`pty,raw,echo=0,link=${host}`, `pty,raw,echo=0,link=${instrument}`], { stdio: 'ignore' });
    await expect.poll(() => Promise.all([access(host), access(instrument)]), { timeout: 10_000 }).toBeDefined();
  }

  async function unplug(): Promise<void> {
    const running = socat;
    socat = undefined;
    if (!running) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill();
    await gone;
  }

  /** Answers INFO and POLL with published lines and streams; returns how to end it. */
  function speak(): () => void {
    const fd = openSync(instrument, 'r+');
    const input = createReadStream('', { fd, autoClose: false });
    // The end of the terminal is how `unplug` looks from here.
    input.on('error', () => {});
    input.on('data', (bytes) => {
      if (bytes.includes('INFO')) writeSync(fd, HEADER);
      if (bytes.includes('POLL 1000')) writeSync(fd, POLL_ECHO);
    });
    const timer = setInterval(() => writeSync(fd, DATA), 50);
    return () => {
      clearInterval(timer);
      // It closes the descriptor once its last read is over; a second close would hit whatever has the number by then.
      input.destroy();
    };
  }

  test('an instrument is read, goes when its port goes, and comes again', async () => {
    const rig = new Rig({
      ports: [host],
      openPort: openSystemPort,
      findPorts: () => Promise.resolve([]),
      timing: { replyTimeoutMs: 1000, silenceMs: 10_000, openTimeoutMs: 5000, writeTimeoutMs: 1000 },
    });
    await plug();
    let hush = speak();
    await rig.driver.start();
    expect(await rig.next('attached', undefined, 0)).toMatchObject({
      serial: 'E24638',
      periodMs: 1000,
      connections: { usb: null, vcp: { port: host } },
    });
    expect(await rig.next('readings', undefined, 0)).toMatchObject({
      samples: [{ magnitude: 102.466 }, { magnitude: 24.87 }, { magnitude: 66.81 }],
    });
    hush();
    await unplug();
    await rig.next('detached', undefined, 0);
    await rig.next('problem', ({ code }) => code === 'port-missing', 0);
    await plug();
    hush = speak();
    await rig.next('readings');
    hush();
    expect(rig.problems()).toEqual([]);
  });

  test('a port that is open already cannot be opened again until it is closed', async () => {
    await plug();
    const first = await openSystemPort(host);
    await expect(openSystemPort(host)).rejects.toThrow('Cannot lock port');
    await first.close();
    await first.close();
    const second = await openSystemPort(host);
    await second.close();
  });

  test('the end of a port is told once it is listened for, also when it came before', async () => {
    await plug();
    const port = await openSystemPort(host);
    port.onData(() => {});
    await unplug();
    const ended = await new Promise((resolve) => port.onEnd(resolve));
    expect(ended).toBeInstanceOf(Error);
    await port.close();
    await expect(port.write(Buffer.from('INFO\r\n'))).rejects.toBeDefined();
  });

  test('what does not exist, and what is no port, is refused', async () => {
    await expect(openSystemPort(host)).rejects.toThrow(/no such file/i);
    await expect(openSystemPort(folder)).rejects.toThrow('is not a serial port');
  });
});
