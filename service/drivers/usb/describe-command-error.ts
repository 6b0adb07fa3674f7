import type { CommandError } from './command-link.ts';

const TEXTS: Readonly<Record<CommandError, string>> = {
  none: 'no such channel',
  'device-error': 'the device reported an error',
  short: 'reply too short',
  long: 'reply too long',
  'wrong-echo': 'reply to another command',
  'wrong-check': 'reply checksum mismatch',
  stalled: 'request rejected by the device',
  timeout: 'no reply (timeout)',
};

/** Why a command has no data, as text; also the reason of a channel without a value. */
export function describeCommandError(fault: CommandError): string {
  return TEXTS[fault];
}
