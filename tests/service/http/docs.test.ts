/** /docs describes every route: with its parameters, its answers, and a line that can be run. */
import { describe, expect, test } from 'vitest';
import { docsPage } from '../../../service/http/docs/docs-page.ts';
import { openApiDocument } from '../../../service/http/openapi/document.ts';

const URL = 'http://127.0.0.1:11395';
const openApi = openApiDocument(URL);
const page = docsPage(openApi);

/** What stands there about an operation. */
function sectionOf(id: string): string {
  const [, after = ''] = page.split(`<section id="${id}">`);
  return after.split('</section>')[0] ?? '';
}

/** Its line for curl, as it is read. */
function lineOf(id: string): string {
  const [, line = ''] = /<pre tabindex="0">(.*?)<\/pre>/s.exec(sectionOf(id)) ?? [];
  return line.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

const operations = Object.entries(openApi.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
);

describe('/docs', () => {
  test.each(operations.map(({ method, path, operation }) => [`${method} ${path}`, method, operation] as const))(
    'describes %s',
    (_name, method, operation) => {
      const section = sectionOf(operation.operationId);
      expect(section).toContain(operation.summary);
      for (const { name } of operation.parameters ?? []) expect(section).toContain(`<td><code>${name}</code></td>`);
      for (const status of Object.keys(operation.responses)) expect(section).toContain(`<tr><td>${status}</td>`);
      const line = lineOf(operation.operationId);
      expect(line).toMatch(/^curl /);
      expect(line).toContain(URL);
      // Every part of the path and every parameter that is needed has a value.
      expect(line.slice(line.indexOf(URL))).not.toMatch(/[{}]/);
      // An upload is a POST because of its data, and has the type of the file.
      if (operation.operationId === 'upload-import') {
        expect(line).toContain("-H 'Content-Type: text/csv' --data-binary @E24638_2026-11-20.csv ");
      } else if (method !== 'get')
        expect(line).toContain(`-X ${method.toUpperCase()} -H 'Content-Type: application/json'`);
      for (const { name, in: place, required } of operation.parameters ?? []) {
        if (place === 'query' && required) expect(line).toContain(`${name}=`);
      }
    },
  );

  test('has curl flags for streams and files', () => {
    expect(lineOf('events')).toBe(`curl -N ${URL}/app/v1/events`);
    expect(lineOf('diagnostics')).toBe(`curl -OJ ${URL}/app/v1/diagnostics`);
    expect(lineOf('export')).toBe(`curl -OJ '${URL}/app/v1/export?channel=usb/E24638/temperature'`);
    expect(lineOf('instance')).toBe(`curl '${URL}/app/v1/instance?challenge=0123456789abcdef'`);
    expect(lineOf('status')).toBe(`curl ${URL}/app/v1/status`);
  });
});
