/**
 * Every scenario, in groups: each group has a guest of its own. Those that stand together run side by side, since they
 * wait more than they compute; each of them looks at its own instruments alone.
 */
import type { Scenario } from '../support/scenario.ts';
import { desktopApp } from './desktop-app.ts';
import { misbehaviour } from './misbehaviour.ts';
import { permission } from './permission.ts';
import { plugging } from './plugging.ts';
import { protocolSwitch } from './protocol-switch.ts';
import { serialMode } from './serial-mode.ts';
import { silentChannels } from './silent-channels.ts';
import { usbMode } from './usb-mode.ts';

export const GROUPS = {
  devices: [[usbMode], [serialMode], [protocolSwitch], [misbehaviour, silentChannels], [plugging], [permission]],
  app: [[desktopApp]],
  plugging: [[plugging]],
} as const satisfies Record<string, readonly (readonly Scenario[])[]>;

export type GroupName = keyof typeof GROUPS;
