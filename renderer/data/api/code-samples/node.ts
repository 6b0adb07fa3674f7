/** An ES module for Node.js 20 or later, without dependencies. */
import type { ApiCall } from '../call.ts';
import { asciiJson } from '../encode.ts';

const IMPORTS: Readonly<Record<ApiCall['kind'], string>> = {
  json: '',
  text: '',
  stream: '',
  file: 'import { writeFile } from "node:fs/promises";\n\n',
};

const READING: Readonly<Record<ApiCall['kind'], readonly string[]>> = {
  json: ['console.log(JSON.stringify(await answer.json(), null, 2));'],
  text: ['console.log(await answer.text());'],
  stream: [
    'for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {',
    '  process.stdout.write(text);',
    '}',
  ],
  file: [
    'if (!answer.ok) throw new Error(await answer.text());',
    'const said = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"));',
    'const name = said?.[1] ?? FALLBACK;',
    'await writeFile(name, answer.body);',
    'console.log(name);',
  ],
};

/** JSON is JavaScript, except for `__proto__`, which would set the prototype. */
function nodeValue(value: unknown): string {
  return asciiJson(value, 2).replaceAll('"__proto__":', '["__proto__"]:').replaceAll('\n', '\n  ');
}

export function nodeLines({ method, target, headers, body, kind, fileName }: ApiCall, base: string): string {
  const all = Object.fromEntries(body === undefined ? headers : [...headers, ['Content-Type', 'application/json']]);
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${asciiJson(method)},`]),
    ...(Object.keys(all).length > 0 ? [`  headers: ${nodeValue(all)},`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${nodeValue(body)}),`]),
  ];
  const address = asciiJson(base + target);
  const ask =
    options.length > 0
      ? [`const answer = await fetch(${address}, {`, ...options, '});']
      : [`const answer = await fetch(${address});`];
  const reading = READING[kind].map((line) => line.replace('FALLBACK', () => asciiJson(fileName)));
  return IMPORTS[kind] + [...ask, ...reading].join('\n');
}
