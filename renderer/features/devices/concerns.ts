/** Which troubles belong to a device. */
import type { Trouble } from '../../../service/contract/index.ts';

/** Whether a trouble is about the instrument with this serial number, or names it. */
export function concerns({ subject, text }: Pick<Trouble, 'subject' | 'text'>, serial: string): boolean {
  return subject === serial || text.split(/[^\w-]+/).includes(serial);
}
