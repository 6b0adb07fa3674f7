/** Tries a destination with one test message. */
import type { DestinationTestResult, DestinationTestStep } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import { isLoopbackHost } from '../support/loopback-host.ts';
import { createSender } from './senders/create-sender.ts';
import { toDestinationError } from './senders/delivery-failure.ts';
import type { DestinationConfig, OutgoingMessage, SendOutcome } from './types.ts';

/** Deadline of the message, in milliseconds: somebody waits for the result. */
const TEST_MS = 30_000;

export interface DestinationTestOptions {
  config: DestinationConfig;
  /** Of the kind `test`. */
  message: OutgoingMessage;
  clock: Clock;
  signal: AbortSignal;
  limitMs?: number;
}

const STEP_NAMES: readonly DestinationTestStep['name'][] = ['connect', 'sign-in', 'send'];

/** Texts of the passed steps, in order. */
function stepsOf(passed: readonly string[], failedText: string | undefined): DestinationTestStep[] {
  return STEP_NAMES.map((name, index) => {
    const text = passed[index];
    if (text !== undefined) return { name, outcome: 'passed', text };
    if (index === passed.length) return { name, outcome: 'failed', text: failedText ?? '' };
    return { name, outcome: 'skipped', text: 'Not tried.' };
  });
}

function notesOf({ fields, secrets }: DestinationConfig, outcome: SendOutcome): string[] {
  const notes: string[] = [];
  const isEmail = fields.kind === 'email';
  const url = isEmail ? undefined : new URL(fields.url);
  const isPlain = isEmail ? fields.encryption === 'none' : url?.protocol === 'http:';
  const hasSecret = secrets !== null && secrets.password !== '';
  if (isPlain && hasSecret && !isLoopbackHost(url?.hostname ?? fields.host)) {
    const [what, remedy] = isEmail ? ['password', 'Select STARTTLS or TLS'] : ['token', 'Start the URL with https://'];
    notes.push(`The ${what} is sent without encryption. ${remedy} if the server supports it.`);
  }
  if (outcome.kind === 'delivered' && outcome.rejected) {
    notes.push(`These recipients receive no messages: ${outcome.rejected.join(', ')}.`);
  }
  return notes;
}

/**
 * Within 30 s.
 * @throws the signal's reason when it ends the test
 */
export async function testDestination(options: DestinationTestOptions): Promise<DestinationTestResult> {
  const { config, clock, signal } = options;
  const began = clock.monotonic();
  const passed: string[] = [];
  const outcome = await tryToSend(options, passed);
  signal.throwIfAborted();
  if (outcome.kind === 'delivered') passed.push(outcome.text);
  const why = outcome.kind === 'failed' ? outcome.failure : undefined;
  const text = why?.text ?? passed.at(-1) ?? '';
  return {
    ok: why === undefined,
    text,
    error: why ? toDestinationError(why, clock.now()) : null,
    duration_ms: Math.round((clock.monotonic() - began) * 10) / 10,
    steps: stepsOf(passed, why?.text),
    notes: why ? [] : notesOf(config, outcome),
  };
}

async function tryToSend(
  { config, message, clock, signal, limitMs = TEST_MS }: DestinationTestOptions,
  passed: string[],
): Promise<SendOutcome> {
  const sender = createSender(config, clock, limitMs);
  if (!('send' in sender)) return { kind: 'failed', failure: sender };
  const add = (text: string): void => void passed.push(text);
  const outcome = await sender.send(message, signal, { connected: add, signedIn: add });
  sender.close();
  return outcome;
}
