import type { Mutation } from './mutation.ts';

const DRIVER = 'service/computed/computed-driver.ts';
const COMPUTATION = 'service/computed/computation.ts';
const RUNNER = 'service/computed/runner.ts';

/** Computed channels: when they are computed, and how they continue. */
export const COMPUTED: readonly Mutation[] = [
  {
    what: 'computed channels follow every device in their formula',
    file: DRIVER,
    find: 'if (runner.pace === source && runner.isDue(turn))',
    replace: 'if (runner.isDue(turn))',
    tests: ['tests/service/computed/computing.test.ts'],
  },
  {
    what: 'a result stays when its device disconnects',
    file: DRIVER,
    find: 'if (!wasActive || source.isActive) return;',
    replace: 'if (wasActive || source.isActive) return;',
    tests: ['tests/service/computed/computing.test.ts'],
  },
  {
    what: 'readings count twice in an integral after a restart',
    file: COMPUTATION,
    find: 'from: Math.max(from, last),',
    replace: 'from,',
    tests: ['tests/service/computed/restart.test.ts'],
  },
  {
    what: 'a computed channel does not wait for the windows of its inputs',
    file: RUNNER,
    find: 'if (upstream?.computation.isFilling) return false;',
    replace: '',
    tests: ['tests/service/computed/restart.test.ts'],
  },
  {
    what: 'an old reading counts as a new one',
    file: RUNNER,
    find: '!Number.isNaN(value) && Math.abs(at - readAt) <= maxAge',
    replace: '!Number.isNaN(value)',
    tests: ['tests/service/computed/computing.test.ts'],
  },
];
