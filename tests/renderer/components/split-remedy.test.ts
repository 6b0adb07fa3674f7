import { describe, expect, test } from 'vitest';
import { splitRemedy } from '../../../renderer/components/remedy.tsx';

describe('remedyParts', () => {
  test.each([
    [
      'Run `sudo cp /a/70-mensura.rules /etc/udev/rules.d/ && sudo udevadm trigger --action=add`. Mensura then connects automatically.',
      '',
      'sudo cp /a/70-mensura.rules /etc/udev/rules.d/ && sudo udevadm trigger --action=add',
      'Mensura then connects automatically.',
    ],
    [
      'Run `sudo usermod -aG dialout $USER`, then log out and in again.',
      '',
      'sudo usermod -aG dialout $USER',
      'Then log out and in again.',
    ],
    ['Close picocom. Run `ls -l`.', 'Close picocom.', 'ls -l', ''],
  ])('takes the command line out of %s', (remedy, before, command, after) => {
    expect(splitRemedy(remedy)).toEqual({ before, command, after });
  });

  test.each(['', 'Close that program.', 'DryRun `setup`.', 'Run it again.'])('leaves %j as it is', (remedy) => {
    expect(splitRemedy(remedy)).toEqual({ before: remedy, command: '', after: '' });
  });
});
