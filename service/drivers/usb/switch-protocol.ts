/** Switches from USB to VCP mode (docs/hardware.md#usb-and-vcp-mode), only at the user's request. */
import { MensuraError } from '../../support/errors.ts';
import { resetCommand, setProtocolCommand } from '../protocol/usb-frames.ts';
import type { CommandLink } from './command-link.ts';
import { describeCommandError } from './describe-command-error.ts';

/**
 * @param taken called when the instrument took the new protocol, before it is told to restart
 * @throws MensuraError `instrument-failed` when it refused, `timeout` when it did not answer
 * @throws UsbError when the connection fails, also because the instrument is restarting already
 */
export async function switchToVcp(link: Pick<CommandLink, 'ask'>, taken: () => void): Promise<void> {
  const answer = await link.ask(setProtocolCommand('vcp'));
  if ('fault' in answer) {
    throw answer.fault === 'timeout'
      ? new MensuraError(
          'timeout',
          'The device did not respond to the change to VCP mode. Try again. If that does not help, unplug it and plug it in again.',
        )
      : new MensuraError(
          'instrument-failed',
          `The device did not change to VCP mode: ${describeCommandError(answer.fault)}. Try again. If that does not help, unplug it and plug it in again.`,
        );
  }
  taken();
  // It restarts instead of answering: whatever comes of this one says nothing.
  await link.ask(resetCommand(), { attempts: 1 });
}
