/** An instrument is told to speak the other protocol, restarts, and is followed. */
import assert from 'node:assert/strict';
import { request } from '../../support/raw-http.ts';
import { assertShown, labelsOf } from '../guest/golden-values.ts';
import { openStage, type Stage } from '../guest/stage.ts';
import { until } from '../guest/until.ts';
import { scenario } from '../support/scenario.ts';

const SERIAL = 'E50001';

const tell = ({ service }: Stage, serial: string, protocol: string) =>
  request(service.port, {
    method: 'POST',
    path: `/app/v1/devices/usb/${serial}/protocol`,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ protocol }),
  });

/** Switches, and waits until the instrument is back and speaks it. */
async function switches(stage: Stage, protocol: 'usb' | 'vcp'): Promise<void> {
  const restarts = stage.instruments.happened(SERIAL, 'restarted');
  const { status, text } = await tell(stage, SERIAL, protocol);
  assert.ok(status >= 200 && status < 300, `${status} ${text}`);
  await until('the restart', () => stage.instruments.happened(SERIAL, 'restarted') === restarts + 1);
  await until(`${SERIAL} to speak ${protocol}`, async () => (await stage.appDevice(SERIAL))?.protocol === protocol);
  const shown = await stage.measuring(SERIAL, labelsOf('pth450'));
  assertShown(shown, protocol === 'usb' ? 'pth450' : 'pth450-vcp', SERIAL);
  assert.equal(shown.device.connections['vcp'] !== null, protocol === 'vcp');
  assert.ok(shown.device.connections['usb']);
  assert.equal(shown.can_switch_protocol, true);
}

export const protocolSwitch = scenario('switching the protocol', () => openStage(), {
  'from USB to VCP, through the restart': async (stage) => {
    await stage.instruments.plug({ product: 'pth450', serial: SERIAL });
    assert.equal((await stage.measuring(SERIAL, labelsOf('pth450'))).protocol, 'usb');
    await switches(stage, 'vcp');
  },
  'and back from VCP to USB': (stage) => switches(stage, 'usb'),
  'is refused where the product cannot': async (stage) => {
    await stage.instruments.plug({ product: 'dxc200', serial: 'E50002' });
    const { can_switch_protocol: can } = await stage.measuring('E50002', labelsOf('dxc200'));
    assert.equal(can, false);
    const { status } = await tell(stage, 'E50002', 'vcp');
    assert.ok(status >= 400 && status < 500, String(status));
    const writing = (await stage.instruments.asked('E50002')).filter((command) => command > 0x13 || command === 0x12);
    assert.deepEqual(writing, []);
  },
});
