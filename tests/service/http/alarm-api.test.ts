/** The app API of alarms. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type AlarmRuleInput,
  alarmLogSchema,
  alarmRuleInputSchema,
  alarmRuleSchema,
  alarmSchema,
  alarmsSchema,
  appStatusSchema,
  messageSchema,
} from '../../../service/contract/index.ts';
import { canonicalJson } from '../../../service/support/canonical-json.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { type Answer, ask, messageOf, post, write } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';
import { recordedLog } from './support/recorded-log.ts';

const ALARMS = '/app/v1/alarms';
const RULES = `${ALARMS}/rules`;
const RULE: AlarmRuleInput = alarmRuleInputSchema.parse({
  family: 'usb',
  serial: 'E24638',
  channel: 'temperature',
  upper: 30,
});
const VIEW = { id: 'a01b2c3d4', rule: RULE, snoozed: null, watching: true };

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

/** Adds a rule without going through HTTP; what was asked until now is forgotten. */
async function given(): Promise<string> {
  const { id } = await host.world.alarms.createRule(RULE);
  host.world.alarms.calls.length = 0;
  return `${RULES}/${id}`;
}

function expectPlain(answer: Answer): void {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.text).toBe(canonicalJson(answer.json()));
}

describe('alarms', () => {
  test('are listed with the rules, newest first', async () => {
    expect((await ask(host.port, ALARMS)).text).toBe('{"alarms":[],"rules":[]}');
    await given();
    host.world.alarms.raise({ id: 'one' });
    host.world.alarms.raise({ id: 'two' });
    const answer = await ask(host.port, ALARMS);
    expectPlain(answer);
    const { alarms, rules } = alarmsSchema.parse(answer.json());
    expect(alarms.map(({ id }) => id)).toEqual(['two', 'one']);
    expect(rules).toEqual([VIEW]);
  });

  test.each([undefined, '', '{}'])('are acknowledged, with the body %j', async (body) => {
    const { id } = host.world.alarms.raise();
    const answer = await post(host.port, `${ALARMS}/${id}/acknowledge`, body);
    expect(answer.status).toBe(200);
    expectPlain(answer);
    expect(alarmSchema.parse(answer.json()).acknowledged).toBe('2026-11-20T14:45:13.318Z');
    host.world.alarms.raise({ id: 'another' });
    const all = await post(host.port, `${ALARMS}/acknowledge`, body);
    expect([all.status, all.text]).toEqual([200, '{"acknowledged":1}']);
    const nobody = { by: '', comment: '' };
    expect(host.world.alarms.calls).toEqual([
      ['acknowledge', id, nobody],
      ['acknowledgeAll', nobody],
    ]);
  });

  test('are acknowledged with a name and a comment', async () => {
    const acknowledgment = { by: 'A. Müller', comment: 'Door closed.\nSeal ordered.' };
    const { id } = host.world.alarms.raise();
    const answer = await post(host.port, `${ALARMS}/${id}/acknowledge`, JSON.stringify(acknowledgment));
    expect(alarmSchema.parse(answer.json())).toMatchObject({
      acknowledged_by: 'A. Müller',
      acknowledgment_comment: 'Door closed.\nSeal ordered.',
    });
    await post(host.port, `${ALARMS}/acknowledge`, '{"by":"B"}');
    expect(host.world.alarms.calls).toEqual([
      ['acknowledge', id, acknowledgment],
      ['acknowledgeAll', { by: 'B', comment: '' }],
    ]);
  });

  test.each([
    [{ by: 'x'.repeat(101) }, 'by', 'at most 100 characters'],
    [{ by: 'A\tB' }, 'by', 'must not contain control characters'],
    [{ by: null }, 'by', 'must be a string'],
    [{ comment: 'x'.repeat(501) }, 'comment', 'at most 500 characters'],
    [{ comment: 5 }, 'comment', 'must be a string'],
  ])('refuse %j, naming %s', async (body, path, words) => {
    const { id } = host.world.alarms.raise();
    for (const address of [`${ALARMS}/${id}/acknowledge`, `${ALARMS}/acknowledge`]) {
      const answer = await post(host.port, address, JSON.stringify(body));
      const { message, errors } = messageSchema.parse(answer.json());
      expect([answer.status, errors?.map((error) => error.path)]).toEqual([400, [path]]);
      expect(message).toContain(words);
    }
    expect(host.world.alarms.calls).toEqual([]);
  });

  test.each(['{"all":true}', '[]', 'null'])('refuse the body %s', async (body) => {
    const { id } = host.world.alarms.raise();
    for (const path of [`${ALARMS}/${id}/acknowledge`, `${ALARMS}/acknowledge`]) {
      expect((await post(host.port, path, body)).status).toBe(400);
    }
    expect(host.world.alarms.calls).toEqual([]);
  });

  test('that are not there', async () => {
    const answer = await post(host.port, `${ALARMS}/nothing/acknowledge`);
    expect([answer.status, messageOf(answer)]).toEqual([404, 'There is no alarm nothing.']);
  });

  test('are counted in the status and the metrics', async () => {
    host.world.alarms.raise({ id: 'one' });
    host.world.alarms.raise({ id: 'two', acknowledged: '2026-11-20T14:45:13.318Z' });
    host.world.alarms.raise({ id: 'three', ended: '2026-11-20T14:45:13.318Z' });
    const status = appStatusSchema.parse((await ask(host.port, '/app/v1/status')).json());
    expect([status.alarms_active, status.alarms_unacknowledged]).toEqual([2, 2]);
    expect((await ask(host.port, '/metrics')).text).toContain('\nmensura_alarms_active 2\n');
  });
});

describe('the alarm log', () => {
  const LATEST = 8.64e15;

  test.each([
    ['', {}],
    ['?limit=10000', { limit: 10_000 }],
    ['?from=1000&to=2000&limit=1', { from: 1000, to: 2000, limit: 1 }],
    ['?from=2026-11-20T14:45:12.318Z', { from: Date.UTC(2026, 10, 20, 14, 45, 12, 318) }],
    ['?to=2026-11-20T15:45:12%2B01:00', { to: Date.UTC(2026, 10, 20, 14, 45, 12) }],
    [
      '?min_severity=warning&device=usb/E24638&rule=a01b2c3d4&state=active&text=24638%20temp',
      {
        filter: {
          min_severity: 'warning',
          device: 'usb/E24638',
          rule: 'a01b2c3d4',
          state: 'active',
          text: '24638 temp',
        },
      },
    ],
  ] as const)('%s', async (query, parameters) => {
    const asked = { from: -LATEST, to: LATEST, limit: 1000, filter: {}, ...parameters };
    const since = Math.max(asked.from, Math.min(asked.to, host.clock.now()) - 1);
    host.world.alarms.raise({ since: new Date(since).toISOString() });
    const answer = await ask(host.port, `${ALARMS}/log${query}`);
    expect(answer.status).toBe(200);
    expectPlain(answer);
    expect(alarmLogSchema.parse(answer.json()).alarms).toHaveLength(1);
    expect(host.world.alarms.calls).toEqual([['log', asked]]);
  });

  test.each([
    ['?from=yesterday', 'from'],
    ['?from=2000&to=1000', 'from'],
    ['?to=2026-11-20T14:45:12', 'to'],
    ['?to=1&to=2', 'to'],
    ['?limit=0', 'limit'],
    ['?limit=10001', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=', 'limit'],
    ['?since=1', 'since'],
    ['?min_severity=high', 'min_severity'],
    ['?device=E24638', 'device'],
    ['?device=usb/E1&device=usb/E2', 'device'],
    [`?rule=${'x'.repeat(201)}`, 'rule'],
    ['?state=over', 'state'],
    [`?text=${'x'.repeat(201)}`, 'text'],
  ])('refuses %s, naming %s', async (query, path) => {
    const answer = await ask(host.port, `${ALARMS}/log${query}`);
    expect(answer.status).toBe(400);
    expect(messageSchema.parse(answer.json()).errors?.map((problem) => problem.path)).toEqual([path]);
    expect(host.world.alarms.calls).toEqual([]);
  });

  test('responds 500 if it cannot be read', async () => {
    host.world.alarms.failure = new MensuraError('storage-failed', 'Cannot read the alarm history: it is damaged.');
    const answer = await ask(host.port, `${ALARMS}/log`);
    expect([answer.status, messageOf(answer)]).toEqual([500, 'Cannot read the alarm history: it is damaged.']);
  });
});

describe('an export of the alarm log', () => {
  const EXPORT = `${ALARMS}/log/export`;

  test('is CSV with a heading', async () => {
    host.world.alarms.raise();
    host.world.alarms.raise({
      id: 'over',
      severity: 'critical',
      kind: 'no-data',
      limit: null,
      magnitude: null,
      peak: null,
      ended: '2026-11-20T14:46:00.000Z',
      acknowledged: '2026-11-20T14:47:00.000Z',
      acknowledged_by: '=HYPERLINK("http://x")',
      acknowledgment_comment: 'Door closed,\nseal "A" ordered',
      message: '-',
    });
    host.world.alarms.raise({ id: 'frost', kind: 'below', limit: -3.5, magnitude: -4, peak: -4.25, count: 2 });
    const answer = await ask(host.port, `${EXPORT}?format=csv`);
    expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      expect.stringMatching(/^attachment; filename="mensura-alarms-\d{4}-\d\d-\d\d\.csv"; /),
    ]);
    expect(answer.text).toBe(
      [
        '\uFEFFsince,ended,severity,family,serial,channel,kind,limit,magnitude,peak,unit,count,flapping,acknowledged,acknowledged_by,acknowledgment_comment,message,rule,id',
        '2026-11-20T14:45:12.318Z,,warning,usb,E24638,temperature,below,-3.5,-4,-4.25,°C,2,false,,,,,a01b2c3d4,frost',
        `2026-11-20T14:45:12.318Z,2026-11-20T14:46:00.000Z,critical,usb,E24638,temperature,no-data,,,,°C,1,false,2026-11-20T14:47:00.000Z,"'=HYPERLINK(""http://x"")","Door closed,\nseal ""A"" ordered",'-,a01b2c3d4,over`,
        '2026-11-20T14:45:12.318Z,,warning,usb,E24638,temperature,above,30,30.5,31.25,°C,1,false,,,,,a01b2c3d4,01b2c3d4e5f6-5',
        '',
      ].join('\r\n'),
    );
    expect((await ask(host.port, EXPORT)).text).toBe(answer.text);
  });

  test('is JSON Lines of the alarms that match, beyond one page', async () => {
    for (let index = 0; index < 2500; index += 1) {
      host.world.alarms.raise({ id: `a${index}`, severity: index % 2 === 0 ? 'critical' : 'warning' });
    }
    const answer = await ask(host.port, `${EXPORT}?format=jsonl&min_severity=critical&to=2027-01-01`);
    expect(answer.headers['content-type']).toBe('application/jsonl; charset=utf-8');
    const lines = answer.text.trimEnd().split('\n');
    expect(lines.map((line) => alarmSchema.parse(JSON.parse(line)).id)).toEqual(
      Array.from({ length: 1250 }, (_, index) => `a${2498 - 2 * index}`),
    );
    const filter = { min_severity: 'critical' };
    const asked = { from: expect.any(Number), to: Date.UTC(2027, 0, 1), limit: 1000, filter };
    const after = { id: 'a500', since: '2026-11-20T14:45:12.318Z' };
    expect(host.world.alarms.calls).toEqual([
      ['log', { ...asked, after: undefined }],
      ['log', { ...asked, after }],
    ]);
  });

  test('without matching alarms is empty, or the heading', async () => {
    host.world.alarms.raise();
    expect((await ask(host.port, `${EXPORT}?format=jsonl&rule=a0`)).text).toBe('');
    expect((await ask(host.port, `${EXPORT}?rule=a0`)).text).toMatch(/^\uFEFFsince,.*,id\r\n$/);
  });

  test('refuses another format', async () => {
    const answer = await ask(host.port, `${EXPORT}?format=parquet`);
    expect([answer.status, messageOf(answer)]).toEqual([400, 'format: must be csv or jsonl.']);
  });

  test('responds 500 if it cannot be read', async () => {
    host.world.alarms.failure = new MensuraError('storage-failed', 'Cannot read the alarm history: it is damaged.');
    expect((await ask(host.port, EXPORT)).status).toBe(500);
  });

  test('aborts the connection if a later page cannot be read, and logs why', async () => {
    const told = recordedLog();
    const { port, world, stop } = await startHost({ logger: told });
    onTestFinished(stop);
    for (let index = 0; index < 1500; index += 1) world.alarms.raise({ id: `a${index}` });
    const log = world.alarms.log.bind(world.alarms);
    world.alarms.log = async (query) => {
      if (query.after) throw new MensuraError('storage-failed', 'Cannot read the alarm history: it is damaged.');
      return log(query);
    };
    await expect(ask(port, EXPORT)).rejects.toThrow(/aborted|hang up|reset/);
    expect(told.lines).toContainEqual(expect.stringContaining('alarm history export failed: Cannot read'));
  });
});

describe('rules', () => {
  test('are listed', async () => {
    expect((await ask(host.port, RULES)).text).toBe('{"rules":[]}');
    const path = await given();
    expect((await ask(host.port, RULES)).json()).toEqual({ rules: [VIEW] });
    const one = await ask(host.port, path);
    expectPlain(one);
    expect(alarmRuleSchema.parse(one.json())).toEqual(VIEW);
  });

  test('are added with defaults for omitted fields', async () => {
    const body = '{"family":"usb","serial":"E24638","channel":"temperature","upper":30}';
    const answer = await post(host.port, RULES, body);
    expect([answer.status, answer.headers.location]).toEqual([201, `${RULES}/a01b2c3d4`]);
    expectPlain(answer);
    expect(answer.json()).toEqual(VIEW);
    expect(host.world.alarms.calls).toEqual([['createRule', RULE]]);
    expect((await ask(host.port, answer.headers.location ?? '')).text).toBe(answer.text);
  });

  test('are replaced with defaults for omitted fields', async () => {
    const path = await given();
    const body = '{"family":"usb","serial":"E24638","channel":"temperature","no_data_s":60}';
    const answer = await write(host.port, 'PUT', path, body);
    expect(answer.status).toBe(200);
    expectPlain(answer);
    expect(host.world.alarms.calls).toEqual([['updateRule', 'a01b2c3d4', { ...RULE, upper: null, no_data_s: 60 }]]);
  });

  test.each([undefined, '', '{}'])('are removed, with the body %j', async (body) => {
    const path = await given();
    const answer = await write(host.port, 'DELETE', path, body);
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect(host.world.alarms.calls).toEqual([['removeRule', 'a01b2c3d4']]);
    expect((await ask(host.port, path)).status).toBe(404);
  });

  test('respond 404 before an invalid body', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await write(host.port, method, `${RULES}/a00000000`, method === 'PUT' ? '{"x":1}' : undefined);
      expect([method, answer.status, messageOf(answer)]).toEqual([method, 404, 'No alarm rule with ID a00000000.']);
    }
  });

  test('are snoozed with a reason and a name, both optional, and the snooze ends', async () => {
    const path = await given();
    const body = '{"duration_s":7200,"reason":"Defrosting.","by":"A. Miller"}';
    const answer = await post(host.port, `${path}/snooze`, body);
    expect(answer.status).toBe(200);
    expectPlain(answer);
    const { snoozed, watching } = alarmRuleSchema.parse(answer.json());
    expect([snoozed?.reason, snoozed?.by, watching]).toEqual(['Defrosting.', 'A. Miller', false]);
    expect((await ask(host.port, path)).text).toBe(answer.text);
    expect((await post(host.port, `${path}/snooze`, '{"duration_s":1}')).status).toBe(200);
    for (let time = 0; time < 2; time += 1) {
      const ended = await write(host.port, 'DELETE', `${path}/snooze`);
      expect([ended.status, ended.text]).toEqual([200, '{}']);
    }
    expect((await ask(host.port, path)).json()).toEqual(VIEW);
    expect(host.world.alarms.calls).toEqual([
      ['snoozeRule', 'a01b2c3d4', { duration_s: 7200, reason: 'Defrosting.', by: 'A. Miller' }],
      ['snoozeRule', 'a01b2c3d4', { duration_s: 1, reason: '', by: '' }],
      ['endSnooze', 'a01b2c3d4'],
      ['endSnooze', 'a01b2c3d4'],
    ]);
  });

  test.each([
    ['{}', 'duration_s'],
    ['{"duration_s":0}', 'duration_s'],
    ['{"duration_s":2592001}', 'duration_s'],
    ['{"duration_s":60,"by":"A\\nB"}', 'by'],
    ['{"duration_s":60,"by":null}', 'by'],
    [JSON.stringify({ duration_s: 60, reason: 'x'.repeat(501) }), 'reason'],
    ['{"duration_s":60,"until":"2026-11-20T14:45:13.318Z"}', 'until'],
  ])('are not snoozed with %s, which names %s', async (body, field) => {
    const path = await given();
    const answer = await post(host.port, `${path}/snooze`, body);
    expect(answer.status).toBe(400);
    expect(messageSchema.parse(answer.json()).errors?.map((problem) => problem.path)).toEqual([field]);
    expect(host.world.alarms.calls).toEqual([]);
  });

  test('that are unknown are neither snoozed nor watch again', async () => {
    for (const method of ['POST', 'DELETE']) {
      const answer = await write(host.port, method, `${RULES}/a00000000/snooze`, method === 'POST' ? '{}' : undefined);
      expect([method, answer.status, messageOf(answer)]).toEqual([method, 404, 'No alarm rule with ID a00000000.']);
    }
  });

  test('refuse a duplicate', async () => {
    host.world.alarms.failure = new MensuraError('conflict', 'channel: it is.', {
      errors: [{ path: 'channel', message: 'it is' }],
    });
    const answer = await post(host.port, RULES, JSON.stringify(RULE));
    expect([answer.status, answer.json()]).toEqual([
      409,
      { message: 'channel: it is.', errors: [{ path: 'channel', message: 'it is' }] },
    ]);
  });

  const REFERENCE = { family: 'usb', serial: 'E2', channel: 'temperature' };

  /** Each field with what it may not be, and a part of what is said of it. */
  const WRONG: readonly (readonly [body: Record<string, unknown>, path: string, words: string])[] = [
    [{ family: 'serial' }, 'family', 'usb'],
    [{ family: undefined }, 'family', ''],
    [{ serial: '' }, 'serial', 'must not be empty'],
    [{ serial: 'x'.repeat(256) }, 'serial', 'at most 255'],
    [{ serial: 24_638 }, 'serial', 'must be a string'],
    [{ channel: undefined }, 'channel', 'is missing'],
    [{ channel: '' }, 'channel', 'must not be empty'],
    [{ enabled: 'yes' }, 'enabled', 'must be true or false'],
    [{ upper: null }, 'upper', 'set an upper limit, a lower limit, a change, a deviation or a time without data'],
    [{ upper: '30' }, 'upper', 'must be a number'],
    [{ lower: 30 }, 'upper', 'must be above the lower limit'],
    [{ lower: 31 }, 'upper', 'must be above the lower limit'],
    [{ lower: [] }, 'lower', 'must be a number'],
    [{ hysteresis: -1 }, 'hysteresis', 'must not be negative'],
    [{ hysteresis: null }, 'hysteresis', 'must be a number'],
    [{ lower: 20, hysteresis: 10 }, 'hysteresis', 'must be less than the distance between the limits'],
    [{ delay_s: -1 }, 'delay_s', 'must not be negative'],
    [{ delay_s: 86_401 }, 'delay_s', 'must be at most 86400 s (1 day)'],
    [{ no_data_s: 0.5 }, 'no_data_s', 'must be at least 1 s'],
    [{ no_data_s: 2_592_001 }, 'no_data_s', 'must be at most 2592000 s (30 days)'],
    [{ change: 0 }, 'change', 'must be above 0'],
    [{ change: 2, hysteresis: 2 }, 'hysteresis', 'must be less than the change'],
    [{ change_s: 0.5 }, 'change_s', 'must be at least 1 s'],
    [{ change_s: 86_401 }, 'change_s', 'must be at most 86400 s (1 day)'],
    [{ deviation: 1 }, 'reference', 'set both a deviation and the channel to compare with, or neither'],
    [{ reference: REFERENCE }, 'reference', 'set both a deviation and the channel to compare with, or neither'],
    [{ deviation: -1, reference: REFERENCE }, 'deviation', 'must be above 0'],
    [{ deviation: 1, reference: REFERENCE, hysteresis: 1 }, 'hysteresis', 'must be less than the deviation'],
    [{ deviation: 1, reference: { ...REFERENCE, serial: 'E1' } }, 'reference', 'must be another channel'],
    [{ watch_days: ['mon', 'mon'] }, 'watch_days', 'must not list a day twice'],
    [{ watch_days: ['monday'] }, 'watch_days.0', 'must be mon, tue, wed, thu, fri, sat or sun'],
    [{ watch_from: '24:00' }, 'watch_from', 'must be a time such as 22:00'],
    [{ watch_to: '' }, 'watch_to', 'must not be empty'],
    [{ unit: '°C' }, 'unit', 'unknown field'],
  ];

  test.each(WRONG)('%j is refused, naming %s: %s', async (changes, path, words) => {
    const rule = await given();
    const body = JSON.stringify({ family: 'usb', serial: 'E1', channel: 'temperature', upper: 30, ...changes });
    for (const answer of [await post(host.port, RULES, body), await write(host.port, 'PUT', rule, body)]) {
      expect(answer.status).toBe(400);
      const { message, errors } = messageSchema.parse(answer.json());
      expect(errors?.map((problem) => problem.path)).toEqual([path]);
      expect(message).toContain(`${path}: `);
      expect(message).toContain(words);
    }
    expect(host.world.alarms.calls).toEqual([]);
  });

  test('refuse a number beyond the range of doubles', async () => {
    const body = '{"family":"usb","serial":"E1","channel":"temperature","upper":1e400}';
    const answer = await post(host.port, RULES, body);
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining('upper: ')]);
  });
});
