import type { Mutation } from './mutation.ts';

const MANAGER = 'service/corrections/manager.ts';
const ACTIVE = 'service/corrections/active-corrections.ts';
const STATE = 'service/devices/device-state.ts';
const VIEWS = 'service/devices/views.ts';

/** Corrections: where they apply and where not, and their versions. */
export const CORRECTIONS: readonly Mutation[] = [
  {
    what: 'the service corrects nothing',
    file: 'service/service.ts',
    find: '    logger,\n    corrections: active,\n',
    replace: '    logger,\n',
    tests: ['tests/mqtt/corrections.test.ts'],
  },
  {
    what: 'virtual channels are computed of uncorrected values',
    file: STATE,
    find: 'computeVirtual(label, known, this.#seaLevelPressure)',
    replace: 'computeVirtual(label, samples, this.#seaLevelPressure)',
    tests: ['tests/service/devices/corrected-samples.test.ts'],
  },
  {
    what: 'a connected device follows no change of its correction',
    file: 'service/devices/registry.ts',
    find: 'device.correct(this.#corrections?.current(key));',
    replace: '',
    tests: ['tests/service/corrections/manager.test.ts'],
  },
  {
    what: 'late readings are corrected by the present version',
    file: 'service/devices/registry.ts',
    find: 'this.#corrections?.at(set, set.at)',
    replace: 'this.#corrections?.current(set)',
    tests: ['tests/service/corrections/manager.test.ts'],
  },
  {
    what: 'uncorrected readings are among those of the contract and MQTT',
    file: STATE,
    find: 'return uncorrected ? { samples: known, uncorrected } : { samples: known };',
    replace: 'return { samples: [...known, ...(uncorrected ?? [])] };',
    tests: ['tests/service/devices/corrected-samples.test.ts', 'tests/service/corrections/manager.test.ts'],
  },
  {
    what: 'the contract has uncorrected channels',
    file: VIEWS,
    find: 'return deviceForm(description, description.product, readings);',
    replace:
      'return deviceForm(description, description.product, new Map([...readings, ["temperature_uncorrected", { value: null, reason: "" }]]));',
    tests: ['tests/service/devices/corrected-samples.test.ts'],
  },
  {
    what: 'the history has no uncorrected readings',
    file: 'service/history/recorder/recorder.ts',
    find: 'if (uncorrected) this.#record(device, at, uncorrected, true);',
    replace: '',
    tests: ['tests/mqtt/corrections.test.ts'],
  },
  {
    what: 'the event stream has no uncorrected readings',
    file: 'service/http/events/stream-publisher.ts',
    find: 'const all = uncorrected ? [...samples, ...uncorrected] : samples;',
    replace: 'const all = uncorrected ? samples : samples;',
    tests: ['tests/mqtt/corrections.test.ts'],
  },
  {
    what: 'a version has no date of its own',
    file: MANAGER,
    find: 'withVersion(ref, stored, { since: this.#now(), ...next })',
    replace: 'withVersion(ref, stored, { since: stored?.versions[0]?.since ?? this.#now(), ...next })',
    tests: ['tests/service/corrections/manager.test.ts'],
  },
  {
    what: 'a change replaces the versions before it',
    file: 'service/corrections/store.ts',
    find: 'const versions = before?.versions ?? [];',
    replace: 'const versions = before?.versions.slice(1) ?? [];',
    tests: ['tests/service/corrections/manager.test.ts'],
  },
  {
    what: 'a restored backup drops the versions of this computer',
    file: 'service/corrections/replace-corrections.ts',
    find: '!present || isBeginning(present, wanted)',
    replace: 'true',
    tests: ['tests/service/corrections/manager.test.ts'],
  },
  {
    what: 'a correction with a range is corrected by its curve everywhere',
    file: ACTIVE,
    find: 'correct: curveOf([c0, c1, c2], inApiUnit)',
    replace: 'correct: curveOf([c0, c1, c2], inApiUnit && null)',
    tests: ['tests/service/corrections/active-corrections.test.ts'],
  },
  {
    what: 'a correction that is off is still due',
    file: 'service/corrections/due-watch.ts',
    find: 'return correction?.enabled ? correction.due : null;',
    replace: 'return correction ? correction.due : null;',
    tests: ['tests/service/corrections/due.test.ts'],
  },
];
