/** Runs in Windows PowerShell 5.1 and later. */
import type { ApiCall } from '../call.ts';
import { asciiJson } from '../encode.ts';

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

export function powershellLines({ method, target, headers, body, kind, fileName }: ApiCall, base: string): string {
  const address = powershellText(base + target);
  if (kind === 'stream') return streamLines(address, headers);
  const pairs = headers.map(([name, value]) => `${powershellText(name)} = ${powershellText(value)}`);
  const parts = [
    kind === 'file' ? 'Invoke-WebRequest' : 'Invoke-RestMethod',
    ...(method === 'GET' ? [] : [`-Method ${pascalCase(method)}`]),
    `-Uri ${address}`,
    ...(pairs.length > 0 ? [`-Headers @{ ${pairs.join('; ')} }`] : []),
    ...(body === undefined ? [] : ["-ContentType 'application/json'", `-Body ${powershellText(asciiJson(body))}`]),
    ...(kind === 'file' ? [`-OutFile ${powershellText(fileName)}`] : []),
    ...(kind === 'json' ? ['| ConvertTo-Json -Depth 20'] : []),
  ];
  return parts.join(' ');
}
