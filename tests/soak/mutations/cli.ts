import type { Mutation } from './mutation.ts';

const WHOLE_FILE = 'service/cli/commands/whole-file.ts';

/** The command line. */
export const CLI: readonly Mutation[] = [
  {
    what: 'a channel without a valid reading ends with code 0',
    file: 'service/cli/commands/get.ts',
    find: 'EXIT.noValue,',
    replace: 'EXIT.done,',
    tests: ['tests/contract/cli/reading.test.ts'],
  },
  {
    what: 'a broker that cannot be used ends with code 0',
    file: 'service/cli/commands/mqtt.ts',
    find: 'EXIT.failed,',
    replace: 'EXIT.done,',
    tests: ['tests/contract/cli/mqtt.test.ts'],
  },
  {
    what: 'a flag that does not exist ends with code 1',
    file: 'service/cli/print-error.ts',
    find: '    return EXIT.usage;\n  }\n  printNote(',
    replace: '    return EXIT.unexpected;\n  }\n  printNote(',
    tests: ['tests/service/cli/program.test.ts'],
  },
  {
    what: 'a device that does not exist is told as a refusal',
    file: 'service/cli/client/api.ts',
    find: 'response.status === 404 ? EXIT.notFound : EXIT.refused',
    replace: 'response.status === 405 ? EXIT.notFound : EXIT.refused',
    tests: ['tests/contract/cli/reading.test.ts'],
  },
  {
    what: 'a program that did not prove to be the Mensura is sent secrets',
    file: 'service/cli/client/api.ts',
    find: 'if (this.address.trusted) return;',
    replace: 'if (this.address) return;',
    tests: ['tests/contract/cli/mqtt.test.ts', 'tests/contract/cli/backup.test.ts'],
  },
  {
    what: 'an export overwrites a file that is there',
    file: WHOLE_FILE,
    find: 'if (!there || (force && there.isFile())) return;',
    replace: 'if (!there || there.isFile()) return;',
    tests: ['tests/service/cli/whole-file.test.ts'],
  },
  {
    what: 'an export that broke off leaves its beginning',
    file: WHOLE_FILE,
    find: '    await file.close();\n    await rm(path, { force: true });\n    throw error;',
    replace: '    await file.close();\n    throw error;',
    tests: ['tests/service/cli/whole-file.test.ts'],
  },
  {
    what: 'text of a device steers the terminal',
    file: 'service/cli/text/escape.ts',
    find: 'return escapeControlCharacters(text, codeOf);',
    replace: 'return text;',
    tests: ['tests/service/cli/text.test.ts'],
  },
  {
    what: 'watching ends one reading late',
    file: 'service/cli/commands/watch.ts',
    find: 'if (printed >= count) break;',
    replace: 'if (printed > count) break;',
    tests: ['tests/contract/cli/watch.test.ts'],
  },
  {
    what: 'a reader of the output that leaves is a failure',
    file: 'service/cli/output.ts',
    find: "if (error.code === 'EPIPE') process.exit(EXIT.done);",
    replace: "if (error.code === 'EPIPE') process.exit(EXIT.file);",
    tests: ['tests/contract/cli/watch.test.ts'],
  },
];
