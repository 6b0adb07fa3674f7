import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ dialog: {} }));
const { pdfFileName } = await import('../../electron/save-pdf.ts');

test.each([
  ['Correction record E24638 temperature', 'Correction record E24638 temperature.pdf'],
  ['Prüfung 7 °C: a/b\\c', 'Prüfung 7 -C- a-b-c.pdf'],
  ['../../.bashrc', 'bashrc.pdf'],
  ['con\u0000trol\n', 'con-trol.pdf'],
  ['…', 'Mensura.pdf'],
  ['x'.repeat(300), `${'x'.repeat(100)}.pdf`],
])('a page is saved under a name that every system accepts: %j', (title, name) => {
  expect(pdfFileName(title)).toBe(name);
});
