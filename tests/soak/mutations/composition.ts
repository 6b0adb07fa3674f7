import type { Mutation } from './mutation.ts';

const SERVICE = 'service/service.ts';
const NETWORK = 'service/composition/network.ts';

/** How the parts of the service are put together, and the settings that reach them. */
export const COMPOSITION: readonly Mutation[] = [
  {
    what: 'devices that came over MQTT are published again',
    file: NETWORK,
    find: 'description.cameOverMqtt !== true',
    replace: 'description.serial !== ""',
    tests: ['tests/gateway/no-echo.test.ts'],
  },
  {
    what: 'simulated devices are published though they are not to be',
    file: NETWORK,
    find: 'publishSimulated,\n      clock,',
    replace: 'publishSimulated: true,\n      clock,',
    tests: ['tests/service/composition/network.test.ts'],
  },
  {
    what: 'MQTT clients are not told that the computer woke',
    file: SERVICE,
    find: '    resumeNotifier.add(mqtt);\n',
    replace: '',
    tests: ['tests/mqtt/wake.test.ts'],
  },
  {
    what: 'two words of one wake are two wakes',
    file: 'service/composition/resume-notifier.ts',
    find: 'if (this.#isSameWake()) return;',
    replace: 'this.#isSameWake();',
    tests: ['tests/service/composition/resume-notifier.test.ts'],
  },
  {
    what: 'a changed log level is not passed on',
    file: 'service/composition/settings-applier.ts',
    find: "    if (isNew('log_level')) setLogLevel(after.log_level);\n",
    replace: '',
    tests: ['tests/contract/live-settings.test.ts'],
  },
  {
    what: 'listed origins are not passed on',
    file: 'service/composition/http.ts',
    find: 'allowedOrigins: () => settings.allowedOrigins(),',
    replace: 'allowedOrigins: () => new Set<string>(),',
    tests: ['tests/contract/live-settings.test.ts', 'tests/contract/guards.test.ts'],
  },
  {
    what: 'changed settings of CSV files are not passed on',
    file: 'service/composition/recording.ts',
    find: "settings.events.on('changed', (changed) => csvLog.configure(changed))",
    replace: "settings.events.on('changed', () => {})",
    tests: ['tests/service/composition/recording.test.ts'],
  },
  {
    what: 'a changed retention is not passed on',
    file: 'service/composition/recording.ts',
    find: 'history.change(historyConfig(changed)).catch(',
    replace: 'Promise.resolve(historyConfig(changed)).catch(',
    tests: ['tests/service/composition/recording.test.ts'],
  },
  {
    what: 'stored minute aggregates are limited by the days of raw readings',
    file: 'service/composition/recording.ts',
    find: 'history_minute_days: minuteDays,\n    history_max_gib: gib,\n  } = settings;',
    replace: 'history_raw_days: minuteDays,\n    history_max_gib: gib,\n  } = settings;',
    tests: ['tests/service/composition/recording.test.ts'],
  },
  {
    what: 'the instance file stays after the stop',
    file: SERVICE,
    find: "    shutdown.add('instance file', () => instance.withdraw());\n",
    replace: '',
    tests: ['tests/contract/running.test.ts'],
  },
  {
    what: 'periods that were set for serial instruments are forgotten',
    file: 'service/composition/drivers.ts',
    find: "logger: logger.child('serial') }",
    replace: "logger: logger.child('serial'), periodOf: () => undefined }",
    tests: ['tests/serial/instrument.test.ts', 'tests/serial/connection.test.ts'],
  },
  {
    what: 'a part that hangs holds up the end',
    file: 'service/support/shutdown-stack.ts',
    find: 'this.#deadlineMs === undefined',
    replace: 'true',
    tests: ['tests/service/support/shutdown-stack.test.ts'],
  },
  {
    what: 'a Mensura whose data folder another took goes on',
    file: 'service/composition/lock-data-folder.ts',
    find: 'onLost(inUse(dataDir));',
    replace: '',
    tests: ['tests/service/composition/lock-watch.test.ts'],
  },
];
