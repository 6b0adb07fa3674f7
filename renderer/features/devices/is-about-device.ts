import type { Problem } from '../../../service/contract/index.ts';

/** Whether a problem is about the device with this serial number, or names it. */
export function isAboutDevice({ subject, text }: Pick<Problem, 'subject' | 'text'>, serial: string): boolean {
  return subject === serial || text.split(/[^\w-]+/).includes(serial);
}
