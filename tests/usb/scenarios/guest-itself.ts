/** The ground that everything else stands on. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { startService } from '../../support/service.ts';
import { kernelDevices, startInstruments } from '../guest/instruments.ts';
import { scenario } from '../support/scenario.ts';

export const guestItself = scenario(
  'a computer with USB and no instrument',
  async (atEnd) => {
    const service = await startService();
    atEnd(() => service.stop());
    return { service };
  },
  {
    'has a USB controller and a running udevd': async () => {
      assert.match((await readdir('/sys/bus/usb/devices')).join(' '), /usb1/);
      assert.match(execFileSync('udevadm', ['control', '--ping', '--timeout=10'], { encoding: 'utf8' }), /^$/);
    },
    'is fine for the service': async ({ service }) => {
      const info = await (await fetch(`${service.url}/device-service-info`)).json();
      assert.equal((info as { status: string }).status, 'ok');
    },
  },
);
void kernelDevices;
void startInstruments;
