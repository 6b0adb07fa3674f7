import { clipboard } from 'electron';
import { errorText } from '../../service/support/errors.ts';
import type { Desktop } from './desktop.ts';

export async function copyServiceAddress({ address, logger }: Pick<Desktop, 'address' | 'logger'>): Promise<void> {
  try {
    await clipboard.writeText(address.url);
  } catch (error) {
    logger.error(`cannot copy the address: ${errorText(error)}`);
  }
}
