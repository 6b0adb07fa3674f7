import type { AnswerFault } from './command-link.ts';

const TEXTS: Readonly<Record<AnswerFault, string>> = {
  none: 'the instrument has no such channel',
  'device-error': 'the instrument reports an error',
  short: 'the reply is too short',
  long: 'the reply is too long',
  'wrong-echo': 'the reply answers another command',
  'wrong-check': 'the check byte of the reply is wrong',
  stalled: 'the instrument refuses the request',
  timeout: 'no reply in time',
};

/** Why a command has no data, in plain words: the reason of a channel without a value, too. */
export function faultText(fault: AnswerFault): string {
  return TEXTS[fault];
}
