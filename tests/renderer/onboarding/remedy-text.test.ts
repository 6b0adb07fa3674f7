import { describe, expect, test } from 'vitest';
import { splitRemedyText } from '../../../renderer/features/onboarding/checks/use-checks.ts';

const parts = (text: string) => splitRemedyText(text).map((part) => [part.kind, part.text]);

describe('commands in what to do', () => {
  test('stand apart from the words around them', () => {
    expect(parts('Run `sudo usermod -aG dialout $USER`, then log in again.')).toEqual([
      ['words', 'Run '],
      ['command', 'sudo usermod -aG dialout $USER'],
      ['words', ', then log in again.'],
    ]);
    expect(parts('`a` or `b`')).toEqual([
      ['command', 'a'],
      ['words', ' or '],
      ['command', 'b'],
    ]);
  });

  test('are not needed', () => {
    expect(parts('Plug it in.')).toEqual([['words', 'Plug it in.']]);
    expect(parts('')).toEqual([]);
  });

  test('nothing is lost where a backquote is one too many', () => {
    for (const text of ['a ` b', 'run `a` and ` b', '`']) {
      expect(
        parts(text)
          .map(([, part]) => part)
          .join('')
          .replaceAll('`', ''),
      ).toBe(text.replaceAll('`', ''));
    }
    expect(parts('a ` b')).toEqual([['words', 'a ` b']]);
  });
});
