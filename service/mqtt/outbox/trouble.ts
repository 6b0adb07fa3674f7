/** A folder that cannot be used, in plain words. */
import { errorText } from '../../support/errors.ts';
import type { OutboxTrouble } from './options.ts';

const GOES_ON = 'Mensura tries again by itself.';

const KNOWN: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', `Free some space on it. ${GOES_ON}`],
  EDQUOT: ["this user's share of the disk is used up", `Free some space on it. ${GOES_ON}`],
  EACCES: ['this user may not write there', `Make the folder writable for the user that runs Mensura. ${GOES_ON}`],
  EPERM: ['this user may not write there', `Make the folder writable for the user that runs Mensura. ${GOES_ON}`],
  EROFS: ['the disk is read-only', `Make it writable, or choose another data folder with --data-dir. ${GOES_ON}`],
  ENOTDIR: ['a file is in the place of a folder', `Move that file away. ${GOES_ON}`],
  EEXIST: ['a file is in the place of a folder', `Move that file away. ${GOES_ON}`],
  EIO: ['the disk reports an error', `Check the disk: it may be failing. ${GOES_ON}`],
};

/** @param name of the client, as the user gave it */
export function describeTrouble(name: string, folder: string, error: unknown): OutboxTrouble {
  const { code = '' } = error as NodeJS.ErrnoException;
  const [reason, remedy] = KNOWN[code] ?? [
    errorText(error),
    `See that the folder can be written and that the disk has room. ${GOES_ON}`,
  ];
  return {
    text: `Readings for the MQTT client ${name} that wait for the broker cannot be kept on disk, in ${folder}: ${reason}. They wait in memory, where there is room for few.`,
    remedy,
  };
}
