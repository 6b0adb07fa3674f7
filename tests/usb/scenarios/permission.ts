/** An ordinary user's service, on a computer where nobody has allowed USB instruments yet. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { assertShown, labelsOf } from '../guest/golden-values.ts';
import { openStage } from '../guest/stage.ts';
import { until } from '../guest/until.ts';
import { scenario } from '../support/scenario.ts';

const SERIAL = 'E60001';

/** Who may open the devices, and what udev still has to do. */
function stateOfNodes(): string {
  const command =
    'ls -l /etc/udev/rules.d /dev/bus/usb/*; ls /run/udev/queue; udevadm info --export-db | grep -A20 E6000';
  return spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout;
}

export const permission = scenario('a user who may not open instruments', () => openStage('nobody'), {
  'is told so: in the service information, and as a problem that names the instrument': async (stage) => {
    await stage.instruments.plug({ product: 'rtd300', serial: SERIAL });
    // On a busy machine, the first attempt to open may take too long, which is another problem.
    await until('the missing permission', async () => (await stage.status()).startsWith('error: usb-permission '));
    const problems = await stage.problems();
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['usb-permission'],
    );
    assert.match(`${problems[0]?.subject} ${problems[0]?.text}`, new RegExp(SERIAL));
    assert.match(stage.service.output(), new RegExp(`Cannot open .*${SERIAL}.*access denied`));
    assert.deepEqual(await stage.api.devices(), {});
  },
  'the remedy works as it is written, without a restart': async (stage) => {
    const [problem] = await stage.problems();
    // The user's own words would be "sudo"; here it is root already who acts.
    const commands = /sudo cp [^`]* && sudo udevadm trigger [^`]*/
      .exec(problem?.remedy ?? '')?.[0]
      .replaceAll('sudo ', '');
    assert.ok(commands, `The remedy has commands to run: ${problem?.remedy}`);
    // Of the cables of earlier scenarios, events may still wait: the device's own would wait behind them.
    execFileSync('udevadm', ['settle', '--timeout=120'], { stdio: 'inherit' });
    const begin = performance.now();
    execFileSync('sh', ['-c', commands], { stdio: 'inherit' });
    const shown = await stage.measuring(SERIAL, labelsOf('rtd300')).catch((error: unknown) => {
      throw new Error(`${stateOfNodes()}\n${stage.service.output().slice(-2000)}`, { cause: error });
    });
    const time = Math.round(performance.now() - begin);
    assertShown(shown, 'rtd300', SERIAL);
    assert.equal(await stage.status(), 'ok');
    assert.deepEqual(await stage.problems(), []);
    return `read ${time} ms after the commands were begun`;
  },
  'from then on instruments are read as they come, in both modes': async (stage) => {
    await stage.instruments.plug({ product: 'tmc100', serial: 'E60002' });
    await stage.instruments.plug({ product: 'pth450-vcp', serial: 'E60003' });
    assertShown(await stage.measuring('E60002', labelsOf('tmc100')), 'tmc100', 'E60002');
    assertShown(await stage.measuring('E60003', labelsOf('pth450-vcp')), 'pth450-vcp', 'E60003');
    assert.deepEqual(await stage.problems(), []);
  },
});
