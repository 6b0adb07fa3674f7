/** Instruments in serial (VCP) mode: the kernel's own CDC-ACM ports, found without being named. */
import assert from 'node:assert/strict';
import { readdir, readlink } from 'node:fs/promises';
import { assertConnected, assertShown, labelsOf } from '../guest/golden-values.ts';
import { kernelDevices } from '../guest/instruments.ts';
import { openStage, type Stage } from '../guest/stage.ts';
import { until } from '../guest/until.ts';
import { scenario } from '../support/scenario.ts';

const SERIAL = 'E24638';

/** The serial ports that the service has open. */
async function openPorts({ service }: Stage): Promise<string[]> {
  const folder = `/proc/${service.process.pid}/fd`;
  const links = await Promise.all((await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return links.filter((link) => link.startsWith('/dev/tty'));
}

export const serialMode = scenario('instruments in serial mode', () => openStage(), {
  'one is found by its vendor id, and is one device with both connections': async (stage) => {
    const shownAfter = await stage.plug('pth450-vcp', SERIAL);
    const shown = await stage.measuring(SERIAL, labelsOf('pth450-vcp'));
    assertShown(shown, 'pth450-vcp', SERIAL);
    const [kernel] = await kernelDevices(SERIAL);
    assert.ok(kernel);
    assertConnected(shown, 'pth450-vcp', kernel);
    assert.deepEqual(shown.device.connections['vcp'], { port: '/dev/ttyACM0' });
    assert.equal(shown.protocol, 'vcp');
    assert.deepEqual(await openPorts(stage), ['/dev/ttyACM0']);
    return `listed ${Math.round(shownAfter)} ms after the kernel had it`;
  },
  'lines with wrong check sums are no values': async (stage) => {
    const before = (await stage.appDevice(SERIAL))?.counters.rejected ?? 0;
    await stage.instruments.misbehave(SERIAL, 'wrong-check');
    await stage.api.silence(SERIAL);
    assert.ok(((await stage.appDevice(SERIAL))?.counters.rejected ?? 0) > before);
    await stage.instruments.misbehave(SERIAL, 'well');
    await stage.measuring(SERIAL, labelsOf('pth450-vcp'));
  },
  'it goes when it is unplugged, and comes again': async (stage) => {
    await stage.instruments.unplug(SERIAL);
    await stage.api.gone(SERIAL);
    await until('the port to be closed', async () => (await openPorts(stage)).length === 0);
    await stage.plug('pth450-vcp', SERIAL);
    await stage.measuring(SERIAL, labelsOf('pth450-vcp'));
    assert.deepEqual(await stage.problems(), []);
  },
  "another vendor's serial port is left alone": async (stage) => {
    await stage.instruments.plug({ product: 'pth450-vcp', serial: 'G40001', vendorId: 0x16c0 });
    await until('its port', async () => (await readdir('/dev')).includes('ttyACM1'));
    // What is plugged in after it is looked at after it.
    await stage.plug('pth450-vcp', 'E40002');
    await stage.measuring('E40002', labelsOf('pth450-vcp'));
    assert.deepEqual(Object.keys(await stage.api.devices()).toSorted(), [SERIAL, 'E40002'].toSorted());
    assert.deepEqual((await openPorts(stage)).toSorted(), ['/dev/ttyACM0', '/dev/ttyACM2']);
  },
});
