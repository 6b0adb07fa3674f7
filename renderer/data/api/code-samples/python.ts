/** Uses only the Python 3 standard library. */
import type { ApiCall } from '../call.ts';
import { asciiJson } from '../encode.ts';

/** JSON escapes work in Python, except for characters beyond the basic plane. */
function text(value: string): string {
  return asciiJson(value).replaceAll(
    /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/g,
    (_pair, high: string, low: string) => {
      const codePoint = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0;
      return `\\U${codePoint.toString(16).padStart(8, '0')}`;
    },
  );
}

export function pythonValue(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((member) => inner + pythonValue(member, inner))
    : Object.entries(value).map(([name, member]) => `${inner}${text(name)}: ${pythonValue(member, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return members.length === 0 ? `${open}${close}` : `${open}\n${members.join(',\n')},\n${indent}${close}`;
}

const READING: Readonly<Record<ApiCall['kind'], readonly string[]>> = {
  json: ['with urllib.request.urlopen(request) as response:', '    print(json.dumps(json.load(response), indent=2))'],
  text: ['with urllib.request.urlopen(request) as response:', '    print(response.read().decode())'],
  stream: [
    'with urllib.request.urlopen(request) as response:',
    '    for line in response:',
    '        print(line.decode().rstrip(), flush=True)',
  ],
  file: [
    'with urllib.request.urlopen(request) as response:',
    '    name = response.headers.get_filename() or FALLBACK',
    '    with open(name, "wb") as file:',
    '        shutil.copyfileobj(response, file)',
    'print(name)',
  ],
};

export function pythonLines({ method, target, headers, body, kind, fileName }: ApiCall, base: string): string {
  const imports = [
    ...(kind === 'json' || body !== undefined ? ['import json'] : []),
    ...(kind === 'file' ? ['import shutil'] : []),
    'import urllib.request',
  ];
  const all = Object.fromEntries(body === undefined ? headers : [...headers, ['Content-Type', 'application/json']]);
  const options = [
    `    ${text(base + target)},`,
    ...(body === undefined ? [] : ['    data=json.dumps(body).encode(),']),
    ...(Object.keys(all).length > 0 ? [`    headers=${pythonValue(all, '    ')},`] : []),
    ...(method === 'GET' ? [] : [`    method=${text(method)},`]),
  ];
  const request =
    options.length > 1 ? ['request = urllib.request.Request(', ...options, ')'] : [`request = ${text(base + target)}`];
  const reading = READING[kind].map((line) => line.replace('FALLBACK', () => text(fileName)));
  const given = body === undefined ? [] : [`body = ${pythonValue(body)}`];
  return [...imports, '', ...given, ...request, ...reading].join('\n');
}
