/** The flags of the service for help and completions; the service reads them itself (docs/headless.md). */
export const SERVE_FLAGS: readonly (readonly [flags: string, description: string])[] = [
  ['--port <n>', 'the port on loopback, 11395; 0 takes any free one'],
  ['--data-dir <folder>', 'where settings and history are kept'],
  ['--simulate [counts]', 'simulated instruments: --simulate=U or --simulate=UxG (USB, gateway)'],
  ['--no-simulate', 'none, whatever the settings say'],
  ['--simulate-period <ms>', 'their sampling period, 1000'],
  ['--simulate-seed <n>', 'for curves that repeat'],
  ['--simulate-faults [false]', 'sensor errors now and then; =false for none'],
  ['--simulate-publish', 'publish and log simulated readings too'],
  ['--serial-port <path>', 'a serial port that cannot be discovered; may be repeated'],
  ['--discovery', 'find Mensuras on the local network, and be found'],
  ['--refuse-other-users <what>', 'to other users of this computer: nothing, writes or everything'],
  ['--headless', 'no window; always so here'],
  ['--log-level <level>', 'error, warn, info or debug'],
];
