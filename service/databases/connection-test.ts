/** Tries a configuration with requests that write no readings. */
import type { DatabaseErrorCode, DatabaseTestResult, DatabaseTestStep } from '../contract/index.ts';
import { CertificateError, createTlsContext } from '../secrets/tls-context.ts';
import type { Clock } from '../support/clock.ts';
import { createAgent, type RequestOptions, type RequestOutcome, sendRequest } from '../support/http-request.ts';
import { isLoopbackHost } from '../support/loopback-host.ts';
import { serverMessage } from '../support/request-failure.ts';
import { type Failure, failure, requestFailure, SECRET_NEEDED, toDatabaseError } from './failures.ts';
import type { DatabaseConfig } from './types.ts';
import { pingUrl, writeEndpoint } from './write-endpoint.ts';

/** Deadline of the whole test, in milliseconds. */
const TEST_MS = 14_000;

/** A comment, which the line protocol permits: a write without readings. */
const NO_READINGS = Buffer.from('# Mensura connection test\n');

/** Difference between the clocks from which it is reported, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** A write without readings that is refused only for that. */
const ONLY_EMPTY = /requires points|no points|no data|no lines|empty|nothing to write/i;

export interface ConnectionTestOptions {
  config: DatabaseConfig;
  clock: Clock;
  signal: AbortSignal;
  limitMs?: number;
}

type StepName = DatabaseTestStep['name'];

const STEP_NAMES: readonly StepName[] = ['connect', 'access', 'write'];

class Steps {
  readonly list: DatabaseTestStep[] = [];

  pass(name: StepName, text: string): void {
    this.list.push({ name, outcome: 'passed', text });
  }

  /** Fails a step and skips the rest. */
  fail(name: StepName, text: string): void {
    this.list.push({ name, outcome: 'failed', text });
    for (const next of STEP_NAMES.slice(STEP_NAMES.indexOf(name) + 1)) {
      this.list.push({ name: next, outcome: 'skipped', text: 'Not tried.' });
    }
  }
}

/** What a server reports about itself. */
function describeServer(outcome: Extract<RequestOutcome, { kind: 'response' }>): string {
  const version = outcome.headers['x-influxdb-version'];
  const build = outcome.headers['x-influxdb-build'];
  if (typeof version !== 'string') return 'The server responds.';
  return `The server responds: InfluxDB ${version}${typeof build === 'string' ? ` (${build})` : ''}.`;
}

function notesOf(
  { fields }: DatabaseConfig,
  outcomes: readonly RequestOutcome[],
  hasSecret: boolean,
  now: number,
): string[] {
  const notes: string[] = [];
  const responses = outcomes.filter((outcome) => outcome.kind === 'response');
  const versions = responses.map(({ headers }) => String(headers['x-influxdb-version'] ?? ''));
  if (fields.kind === 'influxdb1' && versions.some((version) => /^v?[23]\./.test(version))) {
    notes.push(
      'This is InfluxDB 2 or later. Its write address for version 1 may create a bucket that stores readings for 3 days only. Select the type InfluxDB 2 or 3 instead.',
    );
  }
  const url = new URL(fields.url);
  if (hasSecret && url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    notes.push('The password or token is sent without encryption. Use https:// if the server supports it.');
  }
  const dates = responses.map(({ headers }) => Date.parse(headers.date ?? ''));
  const skew = dates.map((date) => date - now).find((difference) => Math.abs(difference) > CLOCK_SKEW_MS);
  if (skew !== undefined) {
    const minutes = Math.round(Math.abs(skew) / 60_000);
    notes.push(
      `The clock of the server is ${minutes} min ${skew > 0 ? 'ahead of' : 'behind'} the clock of this computer. Readings are written with the time of this computer.`,
    );
  }
  return notes;
}

const ACCESS: ReadonlySet<DatabaseErrorCode> = new Set([
  'client-certificate-refused',
  'credentials-refused',
  'not-authorized',
  'not-found',
]);

/** The failed step of a response to the write. */
function stepOf({ code }: Failure): StepName {
  return ACCESS.has(code) ? 'access' : 'write';
}

export async function testDatabase(options: ConnectionTestOptions): Promise<DatabaseTestResult> {
  const { config, clock, limitMs = TEST_MS } = options;
  const began = clock.monotonic();
  const steps = new Steps();
  const outcomes: RequestOutcome[] = [];
  const error = await runTest(options, steps, outcomes, began + limitMs);
  options.signal.throwIfAborted();
  const hasSecret = config.secrets !== null && config.secrets.password !== '';
  return {
    ok: error === undefined,
    text: error ? error.text : `The database accepts readings of "${config.fields.measurement}".`,
    error: error ? toDatabaseError(error, clock.now()) : null,
    duration_ms: Math.round((clock.monotonic() - began) * 10) / 10,
    steps: steps.list,
    notes: error ? [] : notesOf(config, outcomes, hasSecret, clock.now()),
  };
}

/** @returns why it failed */
async function runTest(
  { config, clock, signal }: ConnectionTestOptions,
  steps: Steps,
  outcomes: RequestOutcome[],
  deadline: number,
): Promise<Failure | undefined> {
  const { fields, secrets } = config;
  const failed = (name: StepName, why: Failure): Failure => {
    steps.fail(name, why.text);
    return why;
  };
  if (!secrets) return failed('connect', SECRET_NEEDED);
  const { url, headers } = writeEndpoint(fields, secrets);
  let tls: RequestOptions['tls'];
  try {
    if (url.protocol === 'https:') tls = { context: createTlsContext(secrets), checksName: fields.check_server_name };
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    return failed('connect', failure('tls-failed', error.message, 'Enter the certificates again.'));
  }
  const agent = createAgent(url);
  const send = async (request: Pick<RequestOptions, 'method' | 'url' | 'headers'> & { body?: Buffer }) => {
    const limitMs = Math.max(1, deadline - clock.monotonic());
    const outcome = await sendRequest({ ...request, agent, tls, limitMs, signal });
    outcomes.push(outcome);
    return outcome;
  };
  try {
    const ping = pingUrl(fields);
    // Without credentials: whether the server responds does not depend on them.
    const pinged = ping && (await send({ method: 'GET', url: ping, headers: {} }));
    if (pinged && pinged.kind !== 'response') {
      return pinged.kind === 'aborted' ? undefined : failed('connect', requestFailure(pinged, ping));
    }
    if (pinged) steps.pass('connect', describeServer(pinged));
    const outcome = await send({
      method: 'POST',
      url,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
      body: NO_READINGS,
    });
    if (outcome.kind === 'aborted') return undefined;
    if (outcome.kind !== 'response') return failed(pinged ? 'access' : 'connect', requestFailure(outcome, url));
    if (!pinged) steps.pass('connect', 'The server responds.');
    const isEmptyRefused = outcome.status === 400 && ONLY_EMPTY.test(serverMessage(outcome.text, undefined));
    if (outcome.status === 204 || isEmptyRefused) {
      steps.pass('access', accessText(config));
      steps.pass('write', 'The server accepts the line protocol. The test wrote no readings.');
      return undefined;
    }
    const why = requestFailure(outcome, url);
    const step = stepOf(why);
    if (step === 'write') steps.pass('access', 'The server did not reject the credentials.');
    return failed(step, why);
  } finally {
    agent.destroy();
  }
}

function accessText({ fields }: DatabaseConfig): string {
  if (fields.kind === 'influxdb1') return `The database "${fields.database}" can be written to.`;
  if (fields.kind === 'influxdb2') return `The bucket "${fields.bucket}" can be written to.`;
  return 'The server permits writing.';
}
