/** From an instrument on a serial line to a mailbox. */
import { expect, test } from 'vitest';
import type {
  AlarmRule,
  Alarms,
  Destinations,
  DestinationTestResult,
  DestinationView,
} from '../../service/contract/index.ts';
import { MAIL_USER, MailServer, type ReceivedMail } from '../support/mail-server.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { measured, plug, serve } from '../support/rig.ts';
import { until } from '../support/until.ts';

/** From the reading that raises an alarm to the mailbox, in milliseconds. */
const LIMIT_MS = 5000;

/** Starts of programs: a bound, not an expectation. */
const PATIENCE_MS = 240_000;

const RULE = { family: 'usb', serial: 'E24638', channel: 'temperature', upper: 20 };

async function send<Answer>(url: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
  return JSON.parse(text) as Answer;
}

function inbox(server: MailServer, subject: RegExp): Promise<ReceivedMail> {
  return until(`a mail about ${subject}`, () =>
    server.mails().find(({ headers }) => subject.test(headers['subject'] ?? '')),
  );
}

test(
  'a broken rule is a mail within 5 s, and its end another; a server that is away gets both',
  async () => {
    const authority = createAuthority();
    const server = await MailServer.start({ certificate: authority.server() });
    const service = await serve([await plug()]);
    const { url } = service;
    await measured(service);
    const input = {
      kind: 'email',
      name: 'Lab',
      host: '127.0.0.1',
      port: server.port,
      username: MAIL_USER.username,
      password: MAIL_USER.password,
      from: 'plant@example.com',
      to: ['lab@example.com'],
      ca: authority.certificate,
    };
    const verdict = await send<DestinationTestResult>(url, 'POST', '/app/v1/destinations/test', input);
    expect(verdict.steps.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['connect', 'passed'],
      ['sign-in', 'passed'],
      ['send', 'passed'],
    ]);
    await inbox(server, /^Test message/);
    const { id } = await send<DestinationView>(url, 'POST', '/app/v1/destinations', input);
    const rule = await send<AlarmRule>(url, 'POST', '/app/v1/alarms/rules', RULE);
    const raised = await inbox(server, /^Alarm: .*Temperature above 20 °C \(24\.87 °C\)$/);
    const { alarms } = await send<Alarms>(url, 'GET', '/app/v1/alarms');
    const arrived = Number(raised.headers['x-arrived']) * 1000;
    expect(arrived - Date.parse(alarms[0]?.since ?? '')).toBeLessThan(LIMIT_MS);
    expect(raised.parts.map(({ type }) => type)).toContain('text/html');
    await server.kill();
    await send(url, 'DELETE', `/app/v1/alarms/rules/${rule.id}`);
    const failing = async (): Promise<DestinationView | undefined> => {
      const { destinations } = await send<Destinations>(url, 'GET', '/app/v1/destinations');
      return destinations.find(({ status }) => status.state === 'waiting' && status.waiting === 1);
    };
    expect((await until('a failed attempt', failing)).status.error).toMatchObject({ code: 'port-refused' });
    await until('the problem', async () => {
      const { problems } = await send<{ problems: { code: string }[] }>(url, 'GET', '/app/v1/status');
      return problems.some(({ code }) => code === 'notification-failed');
    });
    await server.start();
    await send(url, 'POST', `/app/v1/destinations/${id}/send`);
    await inbox(server, /^Cleared: /);
    expect(server.mails()).toHaveLength(3);
    const { status } = await send<DestinationView>(url, 'GET', `/app/v1/destinations/${id}`);
    expect(status).toMatchObject({ state: 'ready', error: null, sent: 2, waiting: 0, discarded: 0 });
  },
  PATIENCE_MS,
);
