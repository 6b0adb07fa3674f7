import type { CommandName } from './commands-list.ts';

/** Examples for a POSIX shell by command; `mensura` is the whole program. A test runs every one. */
export const EXAMPLES: Readonly<Record<CommandName | 'mensura', readonly string[]>> = {
  mensura: ['mensura devices', 'mensura get E24638 temperature'],
  serve: ['mensura serve', 'mensura serve --simulate=5x2 --port 11500 --data-dir /tmp/try-mensura'],
  devices: ['mensura devices', 'mensura devices --family usb --json'],
  get: ['mensura get E24638', 'mensura get E24638 temperature', 'mensura get E24638 temperature --unit'],
  watch: [
    'mensura watch E24638 temperature --count 3',
    'mensura watch --json --duration 10s',
    'mensura watch E24638 | head -1',
  ],
  export: [
    'mensura export E24638 --from -24h --output day.csv',
    'mensura export E24638/temperature --from 2026-11-20 --to 2026-11-21 --format parquet --output day.parquet',
    'mensura export E24638 --separator semicolon --decimal-mark comma --time local > sheet.csv',
  ],
  mqtt: [
    'mensura mqtt add lab --host 127.0.0.1 --port 1883',
    'mensura mqtt add plant --host 127.0.0.1 --port 8883 --ssl --user plant --password-file secret.txt',
    'mensura mqtt ls',
    'mensura mqtt test lab',
    'mensura mqtt rm lab plant --yes',
  ],
  status: ['mensura status', 'mensura status --json'],
  alarms: ['mensura alarms', 'mensura alarms ack --all'],
  log: ['mensura log --level warn', 'mensura log --limit 20 --json'],
  backup: ['mensura backup settings.json', 'mensura backup > settings-too.json'],
  restore: ['mensura restore settings.json --preview', 'mensura restore settings.json --part devices alarms --yes'],
  completion: ['source <(mensura completion bash)', 'mensura completion fish > mensura.fish'],
};

export function formatExamples(beginning: string): string {
  const { mensura, ...ofCommands } = EXAMPLES;
  const lines = beginning === 'mensura' ? mensura : Object.values(ofCommands).flat();
  const fitting = lines.filter((line) => line.includes(beginning));
  return fitting.length === 0 ? '' : `\nExamples:\n${fitting.map((line) => `  ${line}`).join('\n')}`;
}
