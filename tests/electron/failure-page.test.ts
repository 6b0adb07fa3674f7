import { expect, test } from 'vitest';
import { failurePage } from '../../electron/failure-page.ts';

test('escapes its text and allows no scripts', () => {
  const page = failurePage({ title: 'No <answer>', paragraphs: ['"a" & b'] });
  const html = decodeURIComponent(page.slice(page.indexOf(',') + 1));
  expect(page).toMatch(/^data:text\/html;charset=utf-8,/);
  expect(html).toContain('No &lt;answer&gt;');
  expect(html).toContain('&quot;a&quot; &amp; b');
  expect(html).toContain("default-src 'none'");
  expect(html).not.toContain('<script');
});
