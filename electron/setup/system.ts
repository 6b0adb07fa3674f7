/** What the system and the service tell each other: the computer's sleep and end, the start at login. */
import { powerMonitor } from 'electron';
import type { Service } from '../../service/service.ts';
import { tellProblem } from '../folder-dialogs.ts';
import { findLoginItem } from '../login-item.ts';
import { LoginStart } from '../login-start.ts';
import { followPower } from '../power.ts';
import type { Desktop } from './desktop.ts';

/** Follows the computer's sleep and its end. */
export function heedPower({ service, quitter, logger, endings }: Desktop): void {
  endings.add('power', followPower({ powerMonitor, service, quitter, logger }));
}

/** Keeps the setting "start at login" and the system in step. */
export async function offerLoginStart({ app, logger, endings }: Desktop, service: Service): Promise<void> {
  const { platform, env, execPath } = process;
  const login = new LoginStart({
    settings: service.settings,
    item: findLoginItem({ app, platform, env, execPath }),
    logger,
    tell: (message, detail) => void tellProblem(undefined, logger, message, detail),
  });
  endings.add('start at login', () => login.stop());
  await login.start();
}
