import { powerMonitor } from 'electron';
import type { Service } from '../../service/service.ts';
import { showErrorDialog } from '../folder-dialogs.ts';
import { findLoginItem } from '../login-item.ts';
import { LoginStart } from '../login-start.ts';
import { handlePowerEvents } from '../power.ts';
import type { Desktop } from './desktop.ts';

/** Handles suspend, resume and shutdown of the computer. */
export function setUpPowerEvents({ service, quitter, logger, endings }: Desktop): void {
  endings.add('power', handlePowerEvents({ powerMonitor, service, quitter, logger }));
}

/** Synchronizes the setting "start at login" with the system. */
export async function syncLoginItem({ app, logger, endings }: Desktop, service: Service): Promise<void> {
  const { platform, env, execPath } = process;
  const login = new LoginStart({
    settings: service.settings,
    item: findLoginItem({ app, platform, env, execPath }),
    logger,
    showError: (message, detail) => void showErrorDialog(undefined, logger, message, detail),
  });
  endings.add('start at login', () => login.stop());
  await login.start();
}
