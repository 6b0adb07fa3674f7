/**
 * Parses a SensGate's response. Pure. Only the line format is documented (docs/hardware.md#sensgate-responses), so it
 * reads valid lines wherever they are. ASSUMED and untested with the hardware: the text or JSON around them.
 */
import { columnsOf, type LineColumn, type LineValue, parseLine, type ValidLine } from '../../protocol/line.ts';
import { type JsonString, JsonStrings } from './json-strings.ts';

/** Finds VCP lines in any text (docs/hardware.md#vcp-lines). Pure. */

type FoundLine =
  | { kind: 'line'; line: ValidLine }
  /** A damaged line. Its serial number may be wrong too, and is empty if it has none. */
  | { kind: 'broken'; serial: string };

/** Longest line, in characters: four times the need of any published line. */
const MAX_LINE = 1024;

/** The start of a line: `D,` or `I,`, not at the end of a word. */
const BEGIN = /(?<![A-Za-z0-9])[DI],/;

/** The checksum, not followed by more digits or letters. */
const CHECK_SUM = /^[0-9A-Fa-f]{4}(?![0-9A-Za-z])/;

/** The start of a damaged or truncated line: a header, or product and serial number. */
const IDENTITY = /^[DI],(?:Product ID,|[^,*\s]{1,100},([^,*\s]{0,100}),)/;

/**
 * The lines in a text, in order. Each asterisk ends at most one line, which starts at the first `D,` or `I,` on its
 * line of text. So a line may have a prefix, and every checksum is tried only once.
 * @param text one character per byte
 */
function findLines(text: string): FoundLine[] {
  const found: FoundLine[] = [];
  let from = 0;
  const take = (candidate: string, after: string): void => {
    const line = readCandidate(candidate, after);
    if (line) found.push(line);
  };
  for (let star = text.indexOf('*'); star !== -1; star = text.indexOf('*', from)) {
    take(candidateIn(text.slice(Math.max(from, star - MAX_LINE), star)), text.slice(star + 1, star + 6));
    from = star + 1;
  }
  take(candidateIn(text.slice(Math.max(from, text.length - MAX_LINE))), '');
  return found;
}

/** The possible line at the end of a text, up to but without the asterisk; empty if there is none. */
function candidateIn(text: string): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  const begin = line.search(BEGIN);
  return begin === -1 ? '' : line.slice(begin);
}

/** @returns undefined if nothing resembles a line */
function readCandidate(body: string, after: string): FoundLine | undefined {
  const [checkSum] = CHECK_SUM.exec(after) ?? [];
  const line = checkSum === undefined ? undefined : parseLine(`${body}*${checkSum}`);
  if (line && line.kind !== 'rejected') return { kind: 'line', line };
  const identity = IDENTITY.exec(body);
  return identity ? { kind: 'broken', serial: identity[1] ?? '' } : undefined;
}

export interface HttpResponse {
  path: string;
  status: number;
  /** Empty if there is none. */
  contentType: string;
  body: Uint8Array;
}

/** A device in a response. */
export interface ReadDevice {
  product: string;
  serial: string;
  fields: readonly LineValue[];
  /** From its header; with empty titles if there was none. */
  columns: readonly LineColumn[];
  /** The gateway's number for it; undefined if it is not clear. */
  node: number | undefined;
}

export interface ParsedResponse {
  kind: 'good';
  /** One per serial number, in the order of their first lines. */
  devices: ReadDevice[];
  /** Serial numbers on damaged lines, possibly damaged themselves. */
  broken: ReadonlySet<string>;
  /** The gateway's own serial number, if the response contains it. */
  gatewaySerial: string | undefined;
  /** Parts of it were not searched. */
  isCut: boolean;
}

export type InvalidResponse =
  /** Its status does not mean success. */
  | { kind: 'status'; status: number }
  | { kind: 'page' }
  /** Bytes that are not text. */
  | { kind: 'no-text' }
  /** Every line is damaged, or the JSON is truncated. */
  | { kind: 'broken' }
  /** Text or JSON without a single line. */
  | { kind: 'unknown' };

/** Serial numbers appear in paths and topics; the longest known one has six characters. */
const SERIAL = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;

/** Longest product name, in characters; the longest known one has 15. */
const MAX_PRODUCT = 64;

/** Most values on one line. */
const MAX_FIELDS = 64;

/** The form of a gateway's serial number (docs/hardware.md#product-facts). */
const GATEWAY_SERIAL = /^G\d{5}$/;

const PAGE = /^\s*<(!doctype\s+html|html|head|body)\b/i;

// oxlint-disable-next-line no-control-regex -- control characters are what no text has
const NO_TEXT = /[\u0000-\u0008\u000E-\u001F]/;

/** Types that a browser does not show as text. */
const NO_TEXT_TYPE = /^(image|audio|video|font)\//i;

/** Parses a response with a complete body. Never throws. */
export function parseResponse({ status, contentType, body }: HttpResponse): ParsedResponse | InvalidResponse {
  if (status < 200 || status > 299) return { kind: 'status', status };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = bytes.toString('latin1');
  if (/\bx?html\b/i.test(contentType) || PAGE.test(text)) return { kind: 'page' };
  if (NO_TEXT_TYPE.test(contentType) || NO_TEXT.test(text)) return { kind: 'no-text' };
  // An empty response is valid for a gateway without devices.
  if (text.trim() === '') return good(new Gathering(), undefined, false);
  const json = readJson(bytes.toString('utf8'));
  if (json === 'damaged') return { kind: 'broken' };
  return json ? readTexts(json) : readTexts({ texts: [{ text, node: undefined, scope: [] }], hasOther: true });
}

/** @returns undefined if it is not JSON, `damaged` if only its start is JSON */
function readJson(text: string): JsonStrings | 'damaged' | undefined {
  // JSON of a single number or word has no more meaning than plain text.
  const [begin] = /^\uFEFF?\s*[{["]/.exec(text) ?? [];
  if (begin === undefined) return undefined;
  try {
    return new JsonStrings(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return begin.endsWith('"') ? undefined : 'damaged';
  }
}

function readTexts({
  texts,
  hasOther,
  isCut = false,
}: Pick<JsonStrings, 'texts' | 'hasOther'> & { isCut?: boolean }): ParsedResponse | InvalidResponse {
  const gathering = new Gathering();
  const gateways = new Set<string>();
  for (const placed of texts) {
    for (const found of findLines(placed.text)) gathering.take(found, placed);
    if (GATEWAY_SERIAL.test(placed.text)) gateways.add(placed.text);
  }
  // Only empty lists and objects: no device is connected.
  const hasNoText = texts.length === 0 && !hasOther && !isCut;
  if (!gathering.hasLine && !hasNoText) return { kind: gathering.hasBroken ? 'broken' : 'unknown' };
  return good(gathering, gateways.size === 1 ? [...gateways][0] : undefined, isCut);
}

function good(gathering: Gathering, gatewaySerial: string | undefined, isCut: boolean): ParsedResponse {
  return { kind: 'good', devices: gathering.devices(), broken: gathering.broken, gatewaySerial, isCut };
}

/** Combines lines into devices. */
class Gathering {
  readonly broken = new Set<string>();
  /** There was a line with a valid checksum. */
  hasLine = false;
  hasBroken = false;
  /** The valid headers, one per open object, the innermost last. */
  readonly #headers: { columns: readonly LineColumn[]; scope: readonly number[] }[] = [];
  readonly #devices = new Map<string, ReadDevice>();

  /**
   * A header contains no serial number. Assumed: it applies to the following data lines, up to the next header or the
   * end of its JSON object.
   */
  take(found: FoundLine, { node, scope }: JsonString): void {
    if (found.kind === 'broken') return this.#takeBroken(found.serial);
    this.hasLine = true;
    const { line } = found;
    if (line.kind === 'echo') return;
    this.#leave(scope);
    if (line.kind === 'header') {
      if (this.#headers.at(-1)?.scope.length === scope.length) this.#headers.pop();
      this.#headers.push({ columns: line.columns, scope });
      return;
    }
    const { product, serial, fields } = line;
    const isAbsurd = !SERIAL.test(serial) || product.length > MAX_PRODUCT || fields.length > MAX_FIELDS;
    if (isAbsurd || fields.length === 0) return this.#takeBroken(serial);
    const columns = columnsOf(this.#headers.at(-1)?.columns, fields);
    this.#devices.set(serial, { product, serial, fields, columns, node });
  }

  /** Removes the headers of objects that ended before `scope`. */
  #leave(scope: readonly number[]): void {
    while (this.#headers.at(-1)?.scope.some((object, depth) => scope[depth] !== object)) this.#headers.pop();
  }

  /** A number with two devices is assigned to neither. */
  devices(): ReadDevice[] {
    const list = [...this.#devices.values()];
    const claims = new Map<number | undefined, number>();
    for (const { node } of list) claims.set(node, (claims.get(node) ?? 0) + 1);
    for (const device of list) if (claims.get(device.node) !== 1) device.node = undefined;
    return list;
  }

  #takeBroken(serial: string): void {
    this.hasBroken = true;
    if (SERIAL.test(serial)) this.broken.add(serial);
  }
}
