import { expect, test } from 'vitest';
import { failure } from '../../../../../service/drivers/gateway/sensgate/failure.ts';
import { Reporter } from '../../../../../service/drivers/gateway/sensgate/reporter.ts';
import { type Logger, silentLogger } from '../../../../../service/support/logger.ts';

function reporter(): { told: string[]; report: Reporter; pass(ms: number): void } {
  const told: string[] = [];
  let now = 0;
  const note = (text: string): void => void told.push(text);
  const logger: Logger = { ...silentLogger, warn: note, info: note };
  const report = new Reporter(logger, { now: () => 0, monotonic: () => now });
  return { told, report, pass: (ms) => (now += ms) };
}

const AWAY = failure('port-refused', 'Refused.', 'Check it.');
const SLOW = failure('no-answer', 'Silent.', 'Wait.');

test('a failure is told once, and its end', () => {
  const { told, report } = reporter();
  report.good(2, false);
  report.good(3, false);
  for (let count = 0; count < 5; count += 1) report.failed(AWAY);
  report.good(3, false);
  expect(told).toEqual(['connected (2 devices)', 'request failed: Refused. Check it', 'connected (3 devices)']);
});

test('a gateway that comes and goes does not fill the log, and is news again after a steady minute', () => {
  const { told, report, pass } = reporter();
  for (let count = 0; count < 50; count += 1) {
    report.failed(AWAY);
    report.good(1, true);
    report.failed(SLOW);
    report.good(1, true);
    pass(100);
  }
  const cut = 'response too large; the rest is ignored';
  const well = 'connected (1 device)';
  expect(told).toEqual(['request failed: Refused. Check it', well, cut, 'request failed: Silent. Wait', well]);
  pass(60_000);
  report.good(1, true);
  report.failed(AWAY);
  expect(told.slice(5)).toEqual(['request failed: Refused. Check it']);
});

test('other words each time are told each time, and not kept for good', () => {
  const { told, report } = reporter();
  for (let count = 0; count < 50; count += 1) report.failed(failure('no-answer', `Cause ${count}.`, ''));
  report.failed(failure('no-answer', 'Cause 0.', ''));
  expect(told).toHaveLength(51);
});
