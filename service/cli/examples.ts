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
  import: [
    'mensura import E24638_2026-11-20.csv --preview',
    'mensura import log.csv --column "2=usb/E24638/temperature:°F" --time-zone Europe/Berlin --yes',
    'mensura import list',
    'mensura import undo 3fa91c02 --yes',
  ],
  correct: [
    'mensura correct E24638 temperature --point 20.1=20.0 --point 60.4=60.0 --date 2026-11-01 --due 2027-11-01',
    'mensura correct E24638 temperature --off',
    'mensura correct E24638 temperature',
    'mensura correct E24638 temperature --remove',
  ],
  run: [
    'mensura run start "Batch 12" --channels E24638/temperature:2..8,E24638/relative_humidity --before 30',
    'mensura run list --search batch',
    'mensura run stop "Batch 12"',
    'mensura run show "Batch 12"',
    'mensura run report "Batch 12"',
    'mensura run delete "Batch 12" --yes',
    'mensura run start "Last hour" --channels E24638 --from -1h --tag "cold room"',
  ],
  mqtt: [
    'mensura mqtt add lab --host 127.0.0.1 --port 1883',
    'mensura mqtt add plant --host 127.0.0.1 --port 8883 --ssl --user plant --password-file secret.txt',
    'mensura mqtt set lab --interval 60 --interval-value mean --channels only --channel-list temperature',
    'mensura mqtt ls',
    'mensura mqtt test lab',
    'mensura mqtt rm lab plant --yes',
  ],
  computed: [
    'mensura computed add "Dew point margin" "[usb/E24638/temperature] - [usb/E24638/dew_point]" --unit °C',
    'mensura computed ls',
    'mensura computed set "Dew point margin" --decimals 1 --max-age 10000',
    'mensura computed test "mean_over([usb/E24638/temperature], 10 * minute)"',
    'mensura computed rm "Dew point margin" --yes',
  ],
  database: [
    'mensura database add Plant --kind influxdb1 --server http://localhost:8086 --database plant',
    'mensura database add Cloud --kind influxdb2 --server http://localhost:8086 --bucket readings --token-file secret.txt',
    'mensura database set Plant --interval 60 --interval-value mean',
    'mensura database ls',
    'mensura database test Plant',
    'mensura database rm Plant Cloud --yes',
  ],
  status: ['mensura status', 'mensura status --json'],
  alarms: [
    'mensura alarms',
    'mensura alarms ack --all',
    'mensura alarms log --from -7d --min-severity critical --output alarms.csv',
    'mensura alarms ack --all --by "A. Miller" --comment "Door closed."',
    'mensura alarms rules',
    'mensura alarms snooze a01b2c3d4 --for 2h --reason "Defrosting." --by "A. Miller"',
    'mensura alarms unsnooze a01b2c3d4',
  ],
  log: ['mensura log --level warn', 'mensura log --limit 20 --json'],
  backup: ['mensura backup settings.json', 'mensura backup > settings-too.json'],
  restore: ['mensura restore settings.json --preview', 'mensura restore settings.json --part devices alarms --yes'],
  completion: ['source <(mensura completion bash)', 'mensura completion fish > mensura.fish'],
};

/** The examples that contain a command, as the end of its help; empty without any. */
export function formatExamples(beginning: string): string {
  const { mensura, ...ofCommands } = EXAMPLES;
  const lines = beginning === 'mensura' ? mensura : Object.values(ofCommands).flat();
  const fitting = lines.filter((line) => line.includes(beginning));
  return fitting.length === 0 ? '' : `\nExamples:\n${fitting.map((line) => `  ${line}`).join('\n')}`;
}
