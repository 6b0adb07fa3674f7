/** Every scenario, in groups: each group has a guest of its own. */
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
  devices: [usbMode, serialMode, protocolSwitch, permission, misbehaviour, silentChannels, plugging],
  app: [desktopApp],
  plugging: [plugging],
} as const satisfies Record<string, readonly Scenario[]>;

export type GroupName = keyof typeof GROUPS;
