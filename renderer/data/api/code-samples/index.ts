import type { ApiCall } from '../call.ts';
import { asciiJson } from '../encode.ts';
import { curlLine } from './curl.ts';
import { pythonLines } from './python.ts';

const SECRET_MEMBERS = new Set(['password', 'key']);

/** Replaces secrets in a request body, so that copied commands do not contain them. Empty ones stay: they mean that there is none. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_MEMBERS.has(name) && typeof member === 'string' && member !== ''
        ? `YOUR_${name.toUpperCase()}`
        : withoutSecrets(member),
    ]),
  );
}

const READING: Readonly<Record<ApiCall['kind'], readonly string[]>> = {
  json: ['console.log(JSON.stringify(await response.json(), null, 2));'],
  text: ['console.log(await response.text());'],
  stream: [
    'for await (const text of response.body.pipeThrough(new TextDecoderStream())) {',
    '  process.stdout.write(text);',
    '}',
  ],
  file: [
    'if (!response.ok) throw new Error(await response.text());',
    'const match = /filename="([^"]+)"/.exec(response.headers.get("content-disposition"));',
    'const name = match?.[1] ?? FALLBACK;',
    'await writeFile(name, response.body);',
    'console.log(name);',
  ],
};

/** JSON is JavaScript, except for `__proto__`, which would set the prototype. */
function nodeValue(value: unknown): string {
  return asciiJson(value, 2).replaceAll('"__proto__":', '["__proto__"]:').replaceAll('\n', '\n  ');
}

function nodeLines({ method, target, headers, body, kind, fileName }: ApiCall, base: string): string {
  const all = Object.fromEntries(body === undefined ? headers : [...headers, ['Content-Type', 'application/json']]);
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${asciiJson(method)},`]),
    ...(Object.keys(all).length > 0 ? [`  headers: ${nodeValue(all)},`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${nodeValue(body)}),`]),
  ];
  const address = asciiJson(base + target);
  const request =
    options.length > 0
      ? [`const response = await fetch(${address}, {`, ...options, '});']
      : [`const response = await fetch(${address});`];
  const reading = READING[kind].map((line) => line.replace('FALLBACK', () => asciiJson(fileName)));
  const imports = kind === 'file' ? ['import { writeFile } from "node:fs/promises";', ''] : [];
  return [...imports, ...request, ...reading].join('\n');
}

export const LANGUAGES = ['curl', 'python', 'powershell', 'node'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_TEXT: Readonly<Record<Language, string>> = {
  curl: 'curl',
  python: 'Python',
  powershell: 'PowerShell',
  node: 'Node.js',
};

/** How to use the sample. */
export const LANGUAGE_HINTS: Readonly<Record<Language, string>> = {
  curl: 'Run in a terminal (sh, bash, zsh, fish) or the Windows command prompt.',
  python: 'Save as read.py and run “python3 read.py”. Requires only Python 3.',
  powershell: 'Run in PowerShell 5.1 (included with Windows) or later.',
  node: 'Save as read.mjs and run “node read.mjs”. Requires Node.js 20 or later.',
};

const WRITERS: Readonly<Record<Language, (call: ApiCall, base: string) => string>> = {
  curl: curlLine,
  python: pythonLines,
  powershell: powershellLines,
  node: nodeLines,
};

/**
 * Omits secrets in the body.
 * @param base address of the service, without a trailing slash
 */
export function linesOf(language: Language, call: ApiCall, base: string): string {
  return WRITERS[language](call.body === undefined ? call : { ...call, body: withoutSecrets(call.body) }, base);
}

/** A single-quoted string. PowerShell also treats typographic quotes as quotes. */
export function powershellText(value: string): string {
  return `'${value.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
}

function pascalCase(method: string): string {
  return method.charAt(0) + method.slice(1).toLowerCase();
}

/** For streams: the request cmdlets wait for the end of the response. */
function streamLines(address: string, headers: ApiCall['headers']): string {
  return [
    'Add-Type -AssemblyName System.Net.Http',
    '$client = [System.Net.Http.HttpClient]::new()',
    ...headers.map(
      ([name, value]) => `$client.DefaultRequestHeaders.Add(${powershellText(name)}, ${powershellText(value)})`,
    ),
    `$stream = $client.GetStreamAsync(${address}).Result`,
    '$reader = [System.IO.StreamReader]::new($stream)',
    'while ($null -ne ($line = $reader.ReadLine())) { $line }',
  ].join('\n');
}

function powershellLines({ method, target, headers, body, kind, fileName }: ApiCall, base: string): string {
  const address = powershellText(base + target);
  if (kind === 'stream') return streamLines(address, headers);
  const pairs = headers.map(([name, value]) => `${powershellText(name)} = ${powershellText(value)}`);
  const elements = [
    kind === 'file' ? 'Invoke-WebRequest' : 'Invoke-RestMethod',
    ...(method === 'GET' ? [] : [`-Method ${pascalCase(method)}`]),
    `-Uri ${address}`,
    ...(pairs.length > 0 ? [`-Headers @{ ${pairs.join('; ')} }`] : []),
    ...(body === undefined ? [] : ["-ContentType 'application/json'", `-Body ${powershellText(asciiJson(body))}`]),
    ...(kind === 'file' ? [`-OutFile ${powershellText(fileName)}`] : []),
    ...(kind === 'json' ? ['| ConvertTo-Json -Depth 20'] : []),
  ];
  return elements.join(' ');
}
