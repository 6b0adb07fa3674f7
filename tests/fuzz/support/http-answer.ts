/**
 * The answer that stands in the bytes of a connection, read once more by hand from RFC 9112: a judge that shares nothing
 * with Node's parser.
 */

export interface HttpAnswer {
  status: number;
  /** Without chunks, trailers, and whatever comes after its end. */
  body: Buffer;
}

/** A reason is passed over, whatever it is (4): lines end with CR LF. */
const STATUS_LINE = /^HTTP\/\d\.\d (\d{3})(?: [^\r\n]*)?$/;
/** What may stand in a value: printable characters, tabs, and bytes above ASCII. */
const HEADER = /^([!#$%&'*+.^`|~\w-]+):[\t ]*([\t -~\x80-\xff]*)$/;
const CHUNK_SIZE = /^([0-9a-fA-F]+)(?:[;\t ][\t -~\x80-\xff]*)?$/;

/** @returns the first answer that is final (not 1xx); undefined where there is no whole one */
export function httpAnswer(bytes: Buffer): HttpAnswer | undefined {
  for (let at = 0; ; ) {
    // Empty lines before an answer are passed over.
    while (bytes[at] === 0x0d || bytes[at] === 0x0a) at += 1;
    const head = headAt(bytes, at);
    if (!head) return undefined;
    if (head.status >= 200) {
      const body = bodyOf(head, bytes.subarray(head.end));
      return body && { status: head.status, body };
    }
    at = head.end;
  }
}

interface Head {
  status: number;
  /** Names in small letters. */
  headers: [name: string, value: string][];
  /** Where the body begins. */
  end: number;
}

function headAt(bytes: Buffer, from: number): Head | undefined {
  const border = bytes.indexOf('\r\n\r\n', from);
  if (border === -1) return undefined;
  const text = bytes.toString('latin1', from, border);
  // A line that begins with a space goes on with the one before (5.2).
  const [first = '', ...lines] = text.replaceAll(/\r\n[\t ]+/g, ' ').split('\r\n');
  const status = Number(STATUS_LINE.exec(first)?.[1]);
  const headers = lines.map((each): [string, string] => {
    const [, name = '', value = ''] = HEADER.exec(each) ?? [];
    return [name.toLowerCase(), value.trim()];
  });
  if (Number.isNaN(status) || headers.some(([name]) => name === '')) return undefined;
  return { status, headers, end: border + 4 };
}

/** How long a body is: RFC 9112, 6.3. */
function bodyOf({ status, headers }: Head, rest: Buffer): Buffer | undefined {
  if (status === 204 || status === 304) return Buffer.alloc(0);
  const of = (wanted: string): string[] => headers.filter(([name]) => name === wanted).map(([, value]) => value);
  const codings = of('transfer-encoding').join(',').toLowerCase().split(',');
  if (codings.at(-1)?.trim() === 'chunked') return dechunked(rest);
  if (codings.some((coding) => coding.trim() !== '')) return rest;
  const [length] = of('content-length');
  if (length === undefined) return rest;
  if (!/^\d+$/.test(length) || Number(length) > rest.length) return undefined;
  return rest.subarray(0, Number(length));
}

/** @returns undefined for what does not end with a chunk of no length, and a line after its trailers */
function dechunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const [, digits] = CHUNK_SIZE.exec(bytes.toString('latin1', at, Math.max(at, lineEnd))) ?? [];
    if (digits === undefined) return undefined;
    const begin = lineEnd + 2;
    const end = begin + Number.parseInt(digits, 16);
    if (end === begin) return bytes.indexOf('\r\n\r\n', lineEnd) === -1 ? undefined : Buffer.concat(parts);
    if (bytes.toString('latin1', end, end + 2) !== '\r\n') return undefined;
    parts.push(bytes.subarray(begin, end));
    at = end + 2;
  }
}
