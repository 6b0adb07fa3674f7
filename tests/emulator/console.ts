/** Faults by typed words, while the emulator runs: `crc 3`, `silence on`, `hangup 2000`. */
import type { Emulator } from './emulator.ts';
import { columnsOf, count, helpOf, needed, onOff, runTypedLine, type Words } from './typed-lines.ts';

const WORDS: Words<Emulator> = {
  garbage: { usage: 'garbage [BYTES]', run: (emulator, text) => emulator.sendGarbage(count(text)) },
  crc: {
    usage: 'crc [LINES|on|off]',
    run: ({ faults }, text) => {
      faults.wrongCrc = text === 'on' ? Number.POSITIVE_INFINITY : text === 'off' ? 0 : (count(text) ?? 1);
    },
  },
  silence: { usage: 'silence on|off', run: ({ faults }, text) => void (faults.silent = onOff(text)) },
  data: { usage: 'data on|off', run: ({ faults }, text) => void (faults.noData = !onOff(text)) },
  hangup: { usage: 'hangup [MS]', run: (emulator, text) => emulator.hangUp(count(text)) },
  unplug: { usage: 'unplug', run: (emulator) => emulator.stop() },
  plug: { usage: 'plug', run: (emulator) => emulator.start() },
  error: {
    usage: 'error COLUMN[,COLUMN]|all|off',
    run: ({ faults }, text) => void (faults.errorColumns = columnsOf(text)),
  },
  partial: { usage: 'partial', run: (emulator) => emulator.sendPartialLine() },
  'partial-first': {
    usage: 'partial-first on|off',
    run: ({ faults }, text) => void (faults.partialFirstLine = onOff(text)),
  },
  long: { usage: 'long [CHARACTERS]', run: (emulator, text) => emulator.sendLongLine(count(text)) },
  burst: { usage: 'burst [LINES]', run: (emulator, text) => emulator.sendBurst(count(text)) },
  lf: { usage: 'lf on|off', run: ({ faults }, text) => void (faults.bareLineFeed = onOff(text)) },
  upper: { usage: 'upper on|off', run: ({ faults }, text) => void (faults.upperCaseCrc = onOff(text)) },
  info: {
    usage: 'info given|missing|MS',
    run: ({ faults }, text) => {
      faults.info = text === 'given' || text === 'missing' ? text : needed(count(text));
    },
  },
  echo: { usage: 'echo on|off', run: ({ faults }, text) => void (faults.noEcho = !onOff(text)) },
  gap: { usage: 'gap MS', run: ({ faults }, text) => void (faults.commandGapMs = needed(count(text))) },
  switch: {
    usage: 'switch on|off',
    run: ({ faults }, text) => void (faults.keepsProtocol = !onOff(text)),
  },
  values: { usage: 'values [V,V,...]', run: (emulator, text) => emulator.show(text ? text.split(',') : []) },
};

/** The words and their arguments, one a line. */
export const CONSOLE_HELP = helpOf(WORDS);

/**
 * Carries out one typed line.
 * @throws Error when the word is unknown or its argument wrong, with the right form
 */
export async function runConsoleLine(emulator: Emulator, line: string): Promise<void> {
  await runTypedLine(WORDS, emulator, line);
}
