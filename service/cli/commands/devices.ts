import type { AppDevice, AppDevices, Family } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { type Column, table } from '../text/table.ts';

interface DevicesOptions extends CommonOptions {
  family?: Family;
}

const COLUMNS: readonly Column[] = [
  { heading: 'FAMILY' },
  { heading: 'SERIAL' },
  { heading: 'PRODUCT' },
  { heading: 'STATE' },
  { heading: 'NAME' },
  { heading: 'CHANNELS' },
];

function row({ family, serial, product, state, alias, device }: AppDevice): string[] {
  return [family, serial, product.info.name, state, alias, device.channel_list.join(' ')];
}

export async function run({ options }: Invocation<[], DevicesOptions>): Promise<void> {
  const { family, json } = options;
  const { devices } = await (await connect(options)).call<AppDevices>('/app/v1/devices');
  const shown = devices.filter((device) => !family || device.family === family);
  if (json) return printJson(shown);
  if (shown.length === 0) return printNote('No devices connected.');
  await print(table(COLUMNS, shown.map(row)));
}
