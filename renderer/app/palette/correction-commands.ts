import { canCorrect } from '../../data/corrections/labels.ts';
import { channelName } from '../../data/devices/channel-name.ts';
import { channelsOf } from '../../data/devices/channels.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName } from '../../data/devices/labels.ts';
import { correctionRoute } from '../../features/corrections/routes.ts';
import type { Navigate, PaletteCommand } from './rank.ts';

/** Opens the correction of each channel that can be corrected. */
export function correctionCommands(records: readonly DeviceRecord[], navigate: Navigate): PaletteCommand[] {
  return records.flatMap(({ key, device }) =>
    channelsOf(device)
      .filter((channel) => canCorrect(device, channel))
      .map(({ label }): PaletteCommand => {
        const { family, serial } = device;
        return {
          id: `correct ${key}/${label}`,
          kind: 'Command',
          title: `Correct ${channelName(device, label)}…`,
          detail: `${deviceName(device)} · ${serial}`,
          keywords: `${label} correction calibrate calibration adjust offset points`,
          run: () => navigate(correctionRoute({ family, serial, channel: label })),
        };
      }),
  );
}
