import { describe, expect, test } from 'vitest';
import { type Field, foldCase, score, splitWords } from '../../../renderer/app/palette/rank.ts';

const of = (query: string, text: string, weight = 1): number => score(splitWords(query), [[foldCase(text), weight]]);

describe('how well a text answers', () => {
  test('the beginning of the text counts most, then the beginning of a word, then within, then scattered letters', () => {
    const texts = ['cold room', 'the cold room', 'scold room', 'copper lamp, dull'];
    const points = texts.map((text) => of('cold', text));
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    expect(new Set(points).size).toBe(4);
    expect(points.every((one) => one > 0)).toBe(true);
  });

  test('every word has to be somewhere, in any order and any field', () => {
    const fields: Field[] = [
      ['temperature', 1],
      ['cold room e24638', 0.8],
    ];
    expect(score(splitWords('room temp'), fields)).toBeGreaterThan(0);
    expect(score(splitWords('room humidity'), fields)).toBe(0);
  });

  test('neither case nor accents nor spaces around matter', () => {
    expect(of('  ZELLE kuhl', 'Kühlzelle')).toBe(of('zelle kühl', 'kuhlzelle'));
    expect(of('kuhl', 'Kühlzelle')).toBeGreaterThan(0);
  });

  test('initials find, letters in the middle of words do not', () => {
    expect(of('aar', 'Add alarm rule')).toBeGreaterThan(0);
    expect(of('dlr', 'Add alarm rule')).toBe(0);
    expect(of('x', 'Add alarm rule')).toBe(0);
  });

  test('a later word start beats the first place it stands at', () => {
    expect(of('room', 'mushroom room')).toBeGreaterThan(of('room', 'mushrooms'));
  });

  test('of two that match alike the shorter comes first, and a field that weighs less counts less', () => {
    expect(of('dev', 'Devices')).toBeGreaterThan(of('dev', 'Devices and more'));
    expect(of('dev', 'Devices', 0.6)).toBeLessThan(of('dev', 'Devices'));
  });

  test('very long texts still score', () => {
    expect(of('end', `${'x '.repeat(5000)}end`)).toBeGreaterThan(0);
    expect(of('lz', `l${'a'.repeat(300)} z`)).toBeGreaterThan(0);
  });

  test('nothing typed asks for nothing', () => {
    expect(splitWords('   ')).toEqual([]);
  });
});
