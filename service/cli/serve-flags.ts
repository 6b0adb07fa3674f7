/** The flags of `mensura serve` for help and completions; the service parses them (docs/headless.md). */
export const SERVE_FLAGS: readonly (readonly [flags: string, description: string])[] = [
  ['--port <n>', 'loopback port (default: 11395); 0 selects a free port'],
  ['--data-dir <folder>', 'folder for settings and history'],
  ['--simulate [counts]', 'simulate devices: --simulate=U or --simulate=UxG (USB, gateway)'],
  ['--no-simulate', 'no simulated devices; overrides the settings'],
  ['--simulate-period <ms>', 'sampling period of simulated devices in ms (default: 1000)'],
  ['--simulate-seed <n>', 'seed for reproducible curves'],
  ['--simulate-faults [false]', 'simulate occasional sensor errors; =false disables them'],
  ['--simulate-publish', 'store and publish simulated readings'],
  ['--serial-port <path>', 'serial port that cannot be discovered; repeatable'],
  ['--discovery', 'discover other Mensura installations, and be discoverable'],
  ['--refuse-other-users <what>', 'refuse requests of other users: nothing, writes or everything (default: writes)'],
  ['--headless', 'no window; always on for this command'],
  ['--log-level <level>', 'minimum level: error, warn, info or debug'],
];
