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
    ask: async ({ text }: { text: string }): Promise<void> => {
      asked.push(text);
      during(clock);
      if (!state.answers) throw new MensuraError('timeout', `The instrument did not answer "${text}".`);
    },
  };
  const setter = new PeriodSetter({ commands, clock, logger: silentLogger });
  const lines = (count: number, intervalMs: number): void => {
    for (let line = 0; line < count; line += 1) {
      clock.advance(intervalMs);
      setter.heard();
    }
  };
  return { setter, asked, state, lines };
}

describe('setting a period', () => {
  test('one that is confirmed is done with', async () => {
    const { setter, asked, lines } = rig({ answers: true });
    await setter.change(1000, 300);
    lines(10, 300);
    expect(asked).toEqual(['POLL 300']);
  });

  test('one that is taken without a word is seen in the rhythm of the lines', async () => {
    const bench = rig({ answers: false, during: () => bench.lines(8, 310) });
    await bench.setter.change(1000, 300);
    expect(bench.asked).toEqual(['POLL 300']);
  });

  test.each([
    ['nothing comes', 0, 0],
    ['the old rhythm goes on', 8, 1000],
    ['too few lines come to tell', 3, 300],
  ])('where %s, the change fails and the old period is set again', async (_what, count, interval) => {
    const bench = rig({ answers: false, during: () => bench.lines(count, interval) });
    await expect(bench.setter.change(1000, 300)).rejects.toThrow(/did not answer "POLL 300"/);
    expect(bench.asked).toEqual(['POLL 300', 'POLL 1000']);
  });

  test('setting it again is tried anew when lines come, a bounded number of times', async () => {
    const { setter, asked, lines } = rig({ answers: false });
    await expect(setter.change(1000, 300)).rejects.toThrow();
    for (let round = 0; round < 20; round += 1) {
      lines(1, 300);
      await Promise.resolve();
      await Promise.resolve();
    }
    expect(asked).toEqual(['POLL 300', ...Array<string>(5).fill('POLL 1000')]);
  });

  test('a newer change is not undone by an older one', async () => {
    const { setter, asked, state, lines } = rig({ answers: false });
    await expect(setter.change(1000, 300)).rejects.toThrow();
    state.answers = true;
    await setter.change(1000, 500);
    lines(5, 500);
    expect(asked.at(-1)).toBe('POLL 500');
  });
});
