import { assert, jsonValue, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeText, isPlain, safeJson } from '../../../service/cli/text/escape.ts';
import { displayWidth, tableLines } from '../../../service/cli/text/table.ts';
import { parseDuration, parseTimestamp } from '../../../service/cli/text/time.ts';

describe('what would steer a terminal is shown instead', () => {
  test.each([
    ['E24638 °C', 'E24638 °C'],
    ['a\u001B[2Jb', 'a\\x1b[2Jb'],
    ['a\u009B2Jb\u007F', 'a\\x9b2Jb\\x7f'],
    ['line\nline\tend\r', 'line\\x0aline\\x09end\\x0d'],
    ['\u202Eevil\u2066\u200F', '\\u202eevil\\u2066\\u200f'],
    ['half \uD800.', 'half \\ud800.'],
    ['日本 😀 e\u0301', '日本 😀 e\u0301'],
  ])('%j', (text, shown) => {
    expect(escapeText(text)).toBe(shown);
    expect(isPlain(text)).toBe(text === shown);
  });

  test('and JSON reads back as the same', () => {
    assert(
      property(jsonValue(), string({ unit: 'binary' }), (value, text) => {
        const both = { value, text };
        for (const json of [safeJson(both), safeJson(both, 2)]) {
          expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(both)));
          expect(isPlain(json.replaceAll('\n', ''))).toBe(true);
        }
      }),
    );
  });
});

describe('widths on a terminal', () => {
  test.each([
    ['E24638', 6],
    ['°C', 2],
    ['日本', 4],
    ['ｆｕｌｌ', 8],
    ['e\u0301', 1],
    ['😀', 2],
    ['한국', 4],
    ['', 0],
  ])('%j takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  test('align columns, numbers on the right, without blanks at the end', () => {
    const columns = [{ heading: 'NAME' }, { heading: 'VALUE', side: 'right' as const }, { heading: 'UNIT' }];
    const rows = [
      ['日本語', '1.5', '°C'],
      ['a\u001B', '-20', ''],
    ];
    expect(tableLines(columns, rows)).toEqual(['NAME    VALUE  UNIT', '日本語    1.5  °C', 'a\\x1b     -20']);
  });

  test('omit an optional column without a text', () => {
    const columns = [
      { heading: 'NAME' },
      { heading: 'LABEL', isOptional: true },
      { heading: 'REASON', isOptional: true },
    ];
    expect(
      tableLines(columns, [
        ['a', '', ''],
        ['b', '', 'off'],
      ]),
    ).toEqual(['NAME  REASON', 'a', 'b     off']);
    expect(tableLines(columns, [])).toEqual(['NAME']);
  });
});

describe('lengths of time', () => {
  test.each([
    ['500ms', 500],
    ['10s', 10_000],
    ['1.5h', 5_400_000],
    ['2d', 172_800_000],
    ['1w', 604_800_000],
    ['10', undefined],
    ['-1s', undefined],
    ['s', undefined],
    ['1y', undefined],
    ['1 s', undefined],
  ])('%s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });
});

describe('moments', () => {
  const now = Date.UTC(2026, 10, 20, 12);

  test.each([
    ['now', now],
    ['-24h', now - 86_400_000],
    ['-90s', now - 90_000],
    ['2026-11-20', new Date(2026, 10, 20).getTime()],
    ['2026-11-20T14:45', new Date(2026, 10, 20, 14, 45).getTime()],
    ['2026-11-20 14:45:12.5', new Date(2026, 10, 20, 14, 45, 12, 500).getTime()],
    ['2026-11-20T14:45:12.318Z', Date.UTC(2026, 10, 20, 14, 45, 12, 318)],
    ['2026-11-20T14:45+01:30', Date.UTC(2026, 10, 20, 13, 15)],
    ['2026-11-20T14:45-08:00', Date.UTC(2026, 10, 20, 22, 45)],
    ['2024-02-29', new Date(2024, 1, 29).getTime()],
    ['2026-02-29', undefined],
    ['2026-13-01', undefined],
    ['2026-00-10', undefined],
    ['2026-11-20T24:00', undefined],
    ['2026-11-20T10:60', undefined],
    ['2026-11-20Z', undefined],
    ['0099-11-20', undefined],
    ['20.11.2026', undefined],
    ['yesterday', undefined],
    ['24h', undefined],
    ['-', undefined],
    ['', undefined],
  ])('%s', (text, at) => {
    expect(parseTimestamp(text, now)).toBe(at);
  });
});
