import { describe, expect, test } from 'vitest';
import {
  channelSuggestions,
  complete,
  completionSpan,
  MAX_SUGGESTIONS,
  type Suggestion,
  suggestionsFor,
} from '../../../renderer/features/computed/formula/completion.ts';

/** The caret is where the bar is. */
function spanAt(marked: string, isAsked = false) {
  return completionSpan(marked.replace('|', ''), marked.indexOf('|'), isAsked);
}

const [cold, warm] = channelSuggestions([
  {
    path: 'usb/E1/temperature',
    ref: { family: 'usb', serial: 'E1', channel: 'temperature' },
    name: 'Temperature',
    device: 'Cold room',
    unit: '°C',
    simulated: false,
    attached: true,
  },
  {
    path: 'computed/c1/value',
    ref: { family: 'computed', serial: 'c1', channel: 'value' },
    name: 'Dew point margin',
    device: 'Computed',
    unit: 'K',
    simulated: false,
    attached: true,
  },
]) as [Suggestion, Suggestion];
const dewPoint: Suggestion = {
  kind: 'function',
  key: 'dew_point',
  name: 'dew_point',
  detail: 't, rh',
  help: '',
  words: '',
  insert: 'dew_point',
};
const pi: Suggestion = { kind: 'constant', key: 'pi', name: 'pi', detail: '', help: '', words: '', insert: 'pi' };
const ALL = [cold, warm, dewPoint, pi];

describe('the span at the caret', () => {
  test('is a channel from an opening bracket on', () => {
    expect(spanAt('1 + [cold|')).toEqual({ kind: 'channel', from: 4, to: 9, typed: 'cold' });
  });

  test('covers the rest of a finished channel', () => {
    expect(spanAt('[usb/E1|/temperature] + 1')).toEqual({ kind: 'channel', from: 0, to: 20, typed: 'usb/E1' });
  });

  test('does not reach into the next channel', () => {
    expect(spanAt('[| + [usb/E1/temperature]')).toMatchObject({ kind: 'channel', from: 0, to: 1 });
  });

  test('is a word outside brackets, with the letters behind the caret', () => {
    expect(spanAt('[usb/E1/x] - dew|_po')).toEqual({ kind: 'word', from: 13, to: 19, typed: 'dew' });
  });

  test.each(['1e|', '12|', '3 + |', '[usb/E1/x]|', ''])('is missing in %j', (marked) => {
    expect(spanAt(marked)).toBeUndefined();
  });

  test('is empty when the user asks for suggestions', () => {
    expect(spanAt('3 + |', true)).toEqual({ kind: 'word', from: 4, to: 4, typed: '' });
  });
});

describe('suggestions', () => {
  const names = (marked: string): string[] => {
    const span = spanAt(marked, true);
    return span ? suggestionsFor(span, ALL).map(({ name }) => name) : [];
  };

  test('in a bracket are channels only', () => {
    expect(names('[|')).toEqual(['Temperature', 'Dew point margin']);
    expect(names('[co ro|')).toEqual(['Temperature']);
    expect(names('[E1/temp|')).toEqual(['Temperature']);
  });

  test('put names that start with the word first', () => {
    expect(names('dew|')).toEqual(['Dew point margin', 'dew_point']);
    expect(names('dew_|')).toEqual(['dew_point', 'Dew point margin']);
    expect(names('P|')).toEqual(['pi', 'Temperature', 'Dew point margin', 'dew_point']);
  });

  test('are limited', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ ...pi, key: `p${index}`, name: `p${index}` }));
    expect(suggestionsFor({ kind: 'word', from: 0, to: 1, typed: 'p' }, many)).toHaveLength(MAX_SUGGESTIONS);
  });
});

describe('completing', () => {
  const result = (marked: string, suggestion: Suggestion): string => {
    const span = spanAt(marked, true);
    if (!span) return '';
    const { formula, caret } = complete(marked.replace('|', ''), span, suggestion);
    return `${formula.slice(0, caret)}|${formula.slice(caret)}`;
  };

  test('inserts a channel in brackets', () => {
    expect(result('2 * [co|', cold)).toBe('2 * [usb/E1/temperature]|');
    expect(result('2 * temp| + 1', cold)).toBe('2 * [usb/E1/temperature]| + 1');
    expect(result('[usb/E9|/x]', warm)).toBe('[computed/c1/value]|');
  });

  test('inserts a function with its parentheses, once', () => {
    expect(result('1 - de|', dewPoint)).toBe('1 - dew_point(|)');
    expect(result('1 - de|(1)', dewPoint)).toBe('1 - dew_point(|1)');
  });
});
