/** Code samples: expected texts, and hostile values read back by rules from each shell's manual. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, linesOf, powershellText } from '../../../renderer/data/api/code-samples/index.ts';
import { pythonValue } from '../../../renderer/data/api/code-samples/python.ts';
import { asciiJson, encodePart, encodeQuery, plainJson } from '../../../renderer/data/api/encode.ts';
import { apiCall, BASE, HOSTILE } from './support.ts';

const PATCH = apiCall({
  method: 'PATCH',
  target: '/app/v1/devices/usb/E1',
  body: { alias: 'Tür "1"', period_ms: 500 },
});
const STREAM = apiCall({ target: '/app/v1/events', kind: 'stream', headers: [['Last-Event-ID', 'a-12']] });
const FILE = apiCall({ target: '/app/v1/export?channel=usb/E1/co2', kind: 'file', fileName: 'export.csv' });
const TEXT = apiCall({ target: '/metrics', kind: 'text' });

describe('curl', () => {
  test.each([
    [apiCall(), `curl "${BASE}/3.7.0/devices/usb"`],
    [TEXT, `curl "${BASE}/metrics"`],
    [STREAM, `curl -N -H "Last-Event-ID: a-12" "${BASE}/app/v1/events"`],
    [FILE, `curl -OJ "${BASE}/app/v1/export?channel=usb/E1/co2"`],
    [
      PATCH,
      `curl -X PATCH -H "Content-Type: application/json" -d "{\\"alias\\":\\"T\\u00fcr \\u00221\\u0022\\",\\"period_ms\\":500}" "${BASE}/app/v1/devices/usb/E1"`,
    ],
  ])('%#', (call, line) => expect(linesOf('curl', call, BASE)).toBe(line));

  test('contains no characters between its quotes that a shell expands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (serial, alias) => {
        const call = apiCall({ method: 'PUT', target: `/x/${encodePart(serial)}`, body: { alias } });
        const line = linesOf('curl', call, BASE);
        // Backslashes before u and quotes alone mean the same in sh, bash, zsh, fish and Windows' argument lists.
        expect(line.replaceAll(/\\u[\da-f]{4}|\\"/g, '')).toMatch(/^[\w .:,/"{}@+=~%-]*$/);
      }),
      // What every shell has a meaning for is rare among all characters there are.
      { examples: [[HOSTILE, HOSTILE]] },
    );
  });
});

describe('Python', () => {
  test.each([
    [
      apiCall(),
      `import json
import urllib.request

request = "${BASE}/3.7.0/devices/usb"
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`,
    ],
    [
      PATCH,
      `import json
import urllib.request

body = {
    "alias": "T\\u00fcr \\"1\\"",
    "period_ms": 500,
}
request = urllib.request.Request(
    "${BASE}/app/v1/devices/usb/E1",
    data=json.dumps(body).encode(),
    headers={
        "Content-Type": "application/json",
    },
    method="PATCH",
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`,
    ],
    [
      FILE,
      `import shutil
import urllib.request

request = "${BASE}/app/v1/export?channel=usb/E1/co2"
with urllib.request.urlopen(request) as response:
    name = response.headers.get_filename() or "export.csv"
    with open(name, "wb") as file:
        shutil.copyfileobj(response, file)
print(name)`,
    ],
  ])('%#', (call, lines) => expect(linesOf('python', call, BASE)).toBe(lines));

  test('writes Python literals', () => {
    expect(pythonValue({ a: [], b: {}, c: [true, false, null, 1.5, -2e30] })).toBe(
      '{\n    "a": [],\n    "b": {},\n    "c": [\n        True,\n        False,\n        None,\n        1.5,\n        -2e+30,\n    ],\n}',
    );
    expect(pythonValue('😀 \\ud83d\\ude00')).toBe('"\\U0001f600 \\\\ud83d\\\\ude00"');
  });
});

describe('Node', () => {
  test.each([
    [
      apiCall(),
      `const response = await fetch("${BASE}/3.7.0/devices/usb");
console.log(JSON.stringify(await response.json(), null, 2));`,
    ],
    [
      PATCH,
      `const response = await fetch("${BASE}/app/v1/devices/usb/E1", {
  method: "PATCH",
  headers: {
    "Content-Type": "application/json"
  },
  body: JSON.stringify({
    "alias": "T\\u00fcr \\"1\\"",
    "period_ms": 500
  }),
});
console.log(JSON.stringify(await response.json(), null, 2));`,
    ],
    [
      STREAM,
      `const response = await fetch("${BASE}/app/v1/events", {
  headers: {
    "Last-Event-ID": "a-12"
  },
});
for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
  process.stdout.write(text);
}`,
    ],
  ])('%#', (call, lines) => expect(linesOf('node', call, BASE)).toBe(lines));

  test('writes a member named __proto__ as an ordinary member', () => {
    const body = JSON.parse('{"__proto__": {"a": 1}}') as unknown;
    expect(linesOf('node', apiCall({ method: 'POST', body }), BASE)).toContain('["__proto__"]: {');
  });
});

describe('PowerShell', () => {
  test.each([
    [apiCall(), `Invoke-RestMethod -Uri '${BASE}/3.7.0/devices/usb' | ConvertTo-Json -Depth 20`],
    [TEXT, `Invoke-RestMethod -Uri '${BASE}/metrics'`],
    [FILE, `Invoke-WebRequest -Uri '${BASE}/app/v1/export?channel=usb/E1/co2' -OutFile 'export.csv'`],
    [
      PATCH,
      `Invoke-RestMethod -Method Patch -Uri '${BASE}/app/v1/devices/usb/E1' -ContentType 'application/json' -Body '{"alias":"T\\u00fcr \\"1\\"","period_ms":500}' | ConvertTo-Json -Depth 20`,
    ],
    [
      apiCall({ method: 'POST', body: { text: "it's $5 `now`" }, headers: [['X-A', '1']] }),
      `Invoke-RestMethod -Method Post -Uri '${BASE}/3.7.0/devices/usb' -Headers @{ 'X-A' = '1' } -ContentType 'application/json' -Body '{"text":"it''s $5 \`now\`"}' | ConvertTo-Json -Depth 20`,
    ],
    [
      STREAM,
      `Add-Type -AssemblyName System.Net.Http
$client = [System.Net.Http.HttpClient]::new()
$client.DefaultRequestHeaders.Add('Last-Event-ID', 'a-12')
$stream = $client.GetStreamAsync('${BASE}/app/v1/events').Result
$reader = [System.IO.StreamReader]::new($stream)
while ($null -ne ($line = $reader.ReadLine())) { $line }`,
    ],
  ])('%#', (call, lines) => expect(linesOf('powershell', call, BASE)).toBe(lines));

  test('doubles quotes, also typographic ones', () => {
    expect(powershellText("a'b’c‘d‚e‛f“g")).toBe("'a''b’’c‘‘d‚‚e‛‛f“g'");
  });
});

describe('values', () => {
  test('are reduced to letters, digits and a few signs in addresses', () => {
    expect(encodePart('a/b c\'!()*~%$`"')).toBe('a%2Fb%20c%27%21%28%29%2A~%25%24%60%22');
    expect(encodeQuery('usb/a%2Fb/co2:1')).toBe('usb/a%252Fb/co2:1');
    expect(decodeURIComponent(encodePart(HOSTILE))).toBe(HOSTILE);
    expect(encodePart('\ud800')).toBe('%EF%BF%BD');
  });

  test('keep their meaning in JSON for terminals and for programs', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const all = JSON.parse(JSON.stringify({ value, text })) as unknown;
        for (const json of [asciiJson(all), plainJson(all)]) {
          expect(JSON.parse(json)).toEqual(all);
          // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
          expect(json).toMatch(/^[\x20-\x7e]*$/);
        }
      }),
    );
  });

  test('are replaced if they are secret', () => {
    const body = { password: 'hunter2', mqtt: { clients: [{ key: 'hunter2', ca: 'public', password: '' }] } };
    for (const language of LANGUAGES) {
      const lines = linesOf(language, apiCall({ method: 'POST', body }), BASE);
      expect(lines).not.toContain('hunter2');
      expect(lines).toContain('YOUR_PASSWORD');
      expect(lines).toContain('YOUR_KEY');
      expect(lines).toContain('public');
    }
  });
});
