import { FAMILIES, type Family } from '../../contract/families.ts';
import type { AppDevice } from '../../contract/index.ts';
import { CliError, EXIT } from '../failure.ts';
import type { Api } from './api.ts';

/** The device with this serial number, that of the first family that has it. @throws CliError `notFound` */
export async function findDevice(api: Api, serial: string, family: Family | undefined): Promise<AppDevice> {
  for (const candidate of family ? [family] : FAMILIES) {
    const device = await api.find<AppDevice>(`/app/v1/devices/${candidate}/${encodeURIComponent(serial)}`);
    if (device) return device;
  }
  const where = family ? ` in the family ${family}` : '';
  throw new CliError(
    EXIT.notFound,
    `no device with the serial number ${serial}${where}; run "mensura devices" to list devices`,
  );
}

/** @throws CliError `notFound` if the device has no such channel */
export function requireChannel({ serial, device: { channel_list } }: AppDevice, channel: string): void {
  if (channel_list.includes(channel)) return;
  throw new CliError(
    EXIT.notFound,
    `${serial} has no channel ${channel}; available: ${channel_list.join(', ') || 'none yet'}`,
  );
}
