/** Anything as a body: what the strict reader makes of it. */
import { backupSchema, settingsSchema } from '../../../service/contract/index.ts';
import { checkBody, readJson } from '../../../service/http/routing/strict-json.ts';
import { isMensuraError } from '../../../service/support/errors.ts';
import { must, type Target } from '../engine/target.ts';

const MAX_DEPTH = 32;

/** What stands in no message, whatever is wrong with the body. */
const SECRET = 'tiger-lily-7';

/** How deep objects and arrays stand inside each other, and whether a key stands twice or is reserved: a walk by hand. */
function look(text: string): { depth: number; isOdd: boolean } {
  let at = 0;
  let depth = 0;
  let isOdd = false;
  const space = (): void => {
    while (' \t\r\n'.includes(text[at] ?? '-')) at += 1;
  };
  const string = (): string => {
    const from = at;
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    at += 1;
    return JSON.parse(text.slice(from, at)) as string;
  };
  const value = (level: number): void => {
    depth = Math.max(depth, level);
    space();
    const open = text[at];
    if (open === '"') string();
    else if (open !== '{' && open !== '[') while (at < text.length && !',]} \t\r\n'.includes(text[at] ?? '')) at += 1;
    else members(open, level + 1);
    space();
  };
  const members = (open: string, level: number): void => {
    depth = Math.max(depth, level);
    const keys = new Set<string>();
    at += 1;
    space();
    while (text[at] !== '}' && text[at] !== ']') {
      if (text[at] === ',') at += 1;
      space();
      if (open === '{') {
        const key = string();
        isOdd ||= keys.has(key) || key === '__proto__';
        keys.add(key);
        space();
        at += 1;
      }
      value(level);
    }
    at += 1;
  };
  value(0);
  return { depth, isOdd };
}

function run(input: Uint8Array): void {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(input);
  try {
    const body = readJson(input);
    const bare = text.replace(/^\uFEFF/, '');
    const { depth, isOdd } = look(bare);
    must(depth <= MAX_DEPTH, `a depth of ${depth} passes`);
    must(isOdd === (body.problem !== undefined), `keys: ${JSON.stringify(body.problem)} of ${bare.slice(0, 200)}`);
    must(JSON.stringify(body.value) === JSON.stringify(JSON.parse(bare)), 'another value is read');
    for (const schema of [settingsSchema, backupSchema]) {
      try {
        checkBody(schema, body);
      } catch (error) {
        if (!isMensuraError(error, 'bad-request')) throw error;
        must(error.message.length < 20_000, `a message of ${error.message.length} characters`);
      }
    }
  } catch (error) {
    if (!isMensuraError(error, 'bad-request')) throw error;
    must(!error.message.includes(SECRET), 'a secret stands in a message');
  }
  must(({} as Record<string, unknown>)['polluted'] === undefined, 'every object has a new member');
}

const SETTINGS = { port: 11395, csv_log: true, csv_log_folder: '/tmp', csv_log_interval_s: 1, note: SECRET };

export const target: Target = {
  covers: ['service/http/routing/', 'service/support/json-file.ts', 'service/contract/'],
  words: [
    '{"',
    '":',
    '","',
    '[[[[',
    ']]]]',
    '"__proto__":{"polluted":1}',
    '\\u005f',
    '"\\"',
    '1e999',
    '-',
    'true',
    'null',
    '{"a":',
    '"port"',
    '"mqtt"',
    '"clients"',
    '"devices"',
    '"gateways"',
    '"format":"mensura-backup"',
  ],
  maxBytes: 4096,
  seeds: [
    JSON.stringify(SETTINGS),
    JSON.stringify({
      format: 'mensura-backup',
      version: 1,
      release: '1',
      made: '2026-11-20T14:45:12.318Z',
      settings: {},
      devices: { 'usb/E1': { alias: 'a' } },
      mqtt: { mqtt: { clients: {} } },
      gateways: [],
      alarms: [],
    }),
    '{"a":[1,{"b":"\\u0061\\"","c":[]},null,-1.5e3],"d":{"a":{}}}',
    '{"a":[{"b":{"c":1,"c":2}}]}',
    '{"a":{"b":{"__proto__":{"polluted":1}}}}',
    `{"password":"${SECRET}",}`,
    '\ufeff{"x":1}',
  ],
  open: () => ({ run }),
};
