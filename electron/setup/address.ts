/** What leads out of the window to the service's address. */
import { clipboard } from 'electron';
import { errorText } from '../../service/support/errors.ts';
import type { Desktop } from './desktop.ts';

/** Puts the API's address into the clipboard. */
export async function copyAddress({ address, logger }: Pick<Desktop, 'address' | 'logger'>): Promise<void> {
  try {
    await clipboard.writeText(address.url);
  } catch (error) {
    logger.error(`cannot copy the address: ${errorText(error)}`);
  }
}
