import { describe, expect, test } from 'vitest';
import { PeriodSetter } from '../../../../service/drivers/serial/period-setter.ts';
import { MensuraError } from '../../../../service/support/errors.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { ManualClock } from '../../devices/support.ts';

/** An instrument that obeys or not, answers or not; `during` is what happens while an answer is waited for. */
function rig({ answers, during = () => {} }: { answers: boolean; during?: (clock: ManualClock) => void }) {
  const clock = new ManualClock();
  const asked: string[] = [];
  const state = { answers };
  const commands = {
    request: async ({ text }: { text: string }): Promise<void> => {
      asked.push(text);
      during(clock);
      if (!state.answers) throw new MensuraError('timeout', `The device did not respond to "${text}".`);
    },
  };
  const setter = new PeriodSetter({ commands, clock, logger: silentLogger });
  const lines = (count: number, intervalMs: number): void => {
    for (let line = 0; line < count; line += 1) {
      clock.advance(intervalMs);
      setter.received();
    }
  };
  return { setter, asked, state, lines };
}

describe('setting a period', () => {
  test('one that is confirmed is done with', async () => {
    const { setter, asked, lines } = rig({ answers: true });
    await setter.change(() => 1000, 300);
    lines(10, 300);
    expect(asked).toEqual(['POLL 300']);
  });

  test('one that is taken without a word is seen in the rhythm of the lines', async () => {
    const bench = rig({ answers: false, during: () => bench.lines(8, 310) });
    await bench.setter.change(() => 1000, 300);
    expect(bench.asked).toEqual(['POLL 300']);
  });

  test.each([
    ['nothing comes', 0, 0],
    ['the old rhythm goes on', 8, 1000],
    ['too few lines come to tell', 3, 300],
  ])('where %s, the change fails and the old period is set again', async (_what, count, interval) => {
    const bench = rig({ answers: false, during: () => bench.lines(count, interval) });
    await expect(bench.setter.change(() => 1000, 300)).rejects.toThrow(/did not respond to "POLL 300"/);
    expect(bench.asked).toEqual(['POLL 300', 'POLL 1000']);
  });

  test('setting it again is tried anew when lines come, a bounded number of times', async () => {
    const { setter, asked, lines } = rig({ answers: false });
    await expect(setter.change(() => 1000, 300)).rejects.toThrow();
    for (let round = 0; round < 20; round += 1) {
      lines(1, 300);
      await Promise.resolve();
      await Promise.resolve();
    }
    expect(asked).toEqual(['POLL 300', ...Array<string>(5).fill('POLL 1000')]);
  });

  test('a newer change is not undone by an older one', async () => {
    const { setter, asked, state, lines } = rig({ answers: false });
    await expect(setter.change(() => 1000, 300)).rejects.toThrow();
    state.answers = true;
    await setter.change(() => 1000, 500);
    lines(5, 500);
    expect(asked.at(-1)).toBe('POLL 500');
  });
});

describe('changes that overlap', () => {
  /** Answers come when the test gives them, each to the oldest command that waits. */
  function played() {
    const asked: { text: string; end: PromiseWithResolvers<void> }[] = [];
    const commands = {
      request: ({ text }: { text: string }): Promise<void> => {
        const end = Promise.withResolvers<void>();
        asked.push({ text, end });
        return end.promise;
      },
    };
    const setter = new PeriodSetter({ commands, clock: new ManualClock(), logger: silentLogger });
    const fail = (index: number): void =>
      asked[index]?.end.reject(new MensuraError('timeout', `The device did not respond to "${asked[index].text}".`));
    const answer = (index: number): void => asked[index]?.end.resolve();
    return { setter, fail, answer, texts: () => asked.map(({ text }) => text) };
  }

  test('one that failed does not undo a later one that was taken', async () => {
    const { setter, fail, answer, texts } = played();
    const first = setter.change(() => 1000, 300);
    const second = setter.change(() => 1000, 500);
    fail(0);
    await expect(first).rejects.toThrow(/POLL 300/);
    setter.received();
    answer(1);
    await second;
    setter.received();
    expect(texts()).toEqual(['POLL 300', 'POLL 500']);
  });

  test('where all fail, the old period is set again after the last', async () => {
    const { setter, fail, texts } = played();
    const first = setter.change(() => 1000, 300);
    const second = setter.change(() => 1000, 500);
    fail(0);
    await expect(first).rejects.toThrow();
    fail(1);
    await expect(second).rejects.toThrow(/POLL 500/);
    expect(texts()).toEqual(['POLL 300', 'POLL 500', 'POLL 1000']);
  });

  test('where the last fails, what an earlier one has set meanwhile is set again', async () => {
    const { setter, fail, answer, texts } = played();
    let period = 1000;
    const first = setter.change(() => period, 300).then(() => (period = 300));
    const second = setter.change(() => period, 500);
    answer(0);
    await first;
    fail(1);
    await expect(second).rejects.toThrow();
    expect(texts()).toEqual(['POLL 300', 'POLL 500', 'POLL 300']);
  });
});
