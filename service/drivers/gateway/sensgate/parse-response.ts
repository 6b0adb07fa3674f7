/**
 * Reads a SensGate's response. Pure. Only the line format is documented (docs/hardware.md#sensgate-responses), so it
 * reads valid lines wherever they are. ASSUMED and untested with the hardware: the text or JSON around them.
 */
import { type LineColumn, type LineValue, parseLine, type ValidLine } from '../../protocol/line.ts';
import { type JsonString, JsonStrings } from './json-strings.ts';

/** Finds VCP lines in any text (docs/hardware.md#vcp-lines). Pure. */

/** What stands where a line may be. */
type FoundLine =
  | { kind: 'line'; line: ValidLine }
  /** A line that was damaged on its way; the serial number it names may be wrong too, and is empty where it names none. */
  | { kind: 'broken'; serial: string };

/** The longest line that is looked for, in characters: four times what any published line needs. */
const MAX_LINE = 1024;

/** Where a line may begin: at `D,` or `I,` that is not the end of a word. */
const BEGIN = /(?<![A-Za-z0-9])[DI],/;

/** The check sum, and no more digits or letters after it. */
const CHECK_SUM = /^[0-9A-Fa-f]{4}(?![0-9A-Za-z])/;

/** How a line begins that is damaged, or has lost its end: as a header, or with product and serial number. */
const IDENTITY = /^[DI],(?:Product ID,|[^,*\s]{1,100},([^,*\s]{0,100}),)/;

/**
 * The lines in a text, in their order. Each asterisk ends one line at most, which begins at the first `D,` or `I,` on
 * its line of text: so something may stand before a line, and every check sum is tried once alone.
 * @param text a character per byte
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

/** What may be a line at the end of a text, up to the asterisk that is not part of it any more; empty where nothing is. */
function candidateIn(text: string): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  const begin = line.search(BEGIN);
  return begin === -1 ? '' : line.slice(begin);
}

/** @returns undefined where nothing looks like a line */
function readCandidate(body: string, after: string): FoundLine | undefined {
  const [checkSum] = CHECK_SUM.exec(after) ?? [];
  const line = checkSum === undefined ? undefined : parseLine(`${body}*${checkSum}`);
  if (line && line.kind !== 'rejected') return { kind: 'line', line };
  const identity = IDENTITY.exec(body);
  return identity ? { kind: 'broken', serial: identity[1] ?? '' } : undefined;
}

/** An answer as it came. */
export interface HttpResponse {
  /** The path that was asked. */
  path: string;
  status: number;
  /** Empty where there is none. */
  contentType: string;
  body: Uint8Array;
}

/** An instrument in an answer. */
export interface ReadInstrument {
  product: string;
  serial: string;
  fields: readonly LineValue[];
  /** From its header; with empty titles where none was there. */
  columns: readonly LineColumn[];
  /** The gateway's number for it; undefined where it gave none that is plain. */
  node: number | undefined;
}

/** An answer that was understood. */
export interface ParsedResponse {
  kind: 'good';
  /** One per serial number, in the order of their first lines. */
  instruments: ReadInstrument[];
  /** Serial numbers on lines that were damaged; they may be damaged too. */
  broken: ReadonlySet<string>;
  /** The gateway's own serial number, where the answer names one. */
  gatewaySerial: string | undefined;
  /** Parts of it were not looked at. */
  isCut: boolean;
}

/** What is wrong with an answer. */
export type InvalidResponse =
  /** Its status is not one of success. */
  | { kind: 'status'; status: number }
  /** A web page. */
  | { kind: 'page' }
  /** Bytes that are no text. */
  | { kind: 'no-text' }
  /** There are lines, and each is damaged; or JSON that ends too early. */
  | { kind: 'broken' }
  /** Text or JSON without a single line. */
  | { kind: 'unknown' };

/** Serial numbers appear in paths and topics; the longest one known has six characters. */
const SERIAL = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;

/** The longest product name, in characters; the longest one known has 15. */
const MAX_PRODUCT = 64;

/** The most values on one line. */
const MAX_FIELDS = 64;

/** The form of a gateway's serial number (docs/hardware.md#product-facts). */
const GATEWAY_SERIAL = /^G\d{5}$/;

const PAGE = /^\s*<(!doctype\s+html|html|head|body)\b/i;

// oxlint-disable-next-line no-control-regex -- control characters are what no text has
const NO_TEXT = /[\u0000-\u0008\u000E-\u001F]/;

/** What a browser shows as something else than text. */
const NO_TEXT_TYPE = /^(image|audio|video|font)\//i;

/** Reads an answer whose body is complete. Never throws, whatever it is. */
export function parseResponse({ status, contentType, body }: HttpResponse): ParsedResponse | InvalidResponse {
  if (status < 200 || status > 299) return { kind: 'status', status };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = bytes.toString('latin1');
  if (/\bx?html\b/i.test(contentType) || PAGE.test(text)) return { kind: 'page' };
  if (NO_TEXT_TYPE.test(contentType) || NO_TEXT.test(text)) return { kind: 'no-text' };
  // It says nothing, which is what a gateway without instruments has to say.
  if (text.trim() === '') return good(new Gathering(), undefined, false);
  const json = readJson(bytes.toString('utf8'));
  if (json === 'damaged') return { kind: 'broken' };
  return json ? readTexts(json) : readTexts({ texts: [{ text, node: undefined, scope: [] }], hasOther: true });
}

/** @returns undefined for what is no JSON, `damaged` for what began as JSON */
function readJson(text: string): JsonStrings | 'damaged' | undefined {
  // JSON of a single number or word says nothing that plain text does not.
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
  // Lists and objects with nothing in them: no instrument is there.
  const saysNothing = texts.length === 0 && !hasOther && !isCut;
  if (!gathering.hasLine && !saysNothing) return { kind: gathering.hasBroken ? 'broken' : 'unknown' };
  return good(gathering, gateways.size === 1 ? [...gateways][0] : undefined, isCut);
}

function good(gathering: Gathering, gatewaySerial: string | undefined, isCut: boolean): ParsedResponse {
  return { kind: 'good', instruments: gathering.instruments(), broken: gathering.broken, gatewaySerial, isCut };
}

/** Puts lines together to instruments. */
class Gathering {
  readonly broken = new Set<string>();
  /** A line with a valid check sum was there. */
  hasLine = false;
  hasBroken = false;
  /** Those in force: one of each object that is not over, the innermost last. */
  readonly #headers: { columns: readonly LineColumn[]; scope: readonly number[] }[] = [];
  readonly #instruments = new Map<string, ReadInstrument>();

  /**
   * A header names no serial number. Assumed: it is that of the data lines after it, up to the next header, or to the
   * end of the JSON object that it stands in.
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
    this.#instruments.set(serial, { product, serial, fields, columns: this.#columnsOf(fields), node });
  }

  /** Headers of objects that ended are out of force: what comes is in `scope`. */
  #leave(scope: readonly number[]): void {
    while (this.#headers.at(-1)?.scope.some((object, depth) => scope[depth] !== object)) this.#headers.pop();
  }

  /** A place that two instruments claim is neither's. */
  instruments(): ReadInstrument[] {
    const list = [...this.#instruments.values()];
    const claims = new Map<number | undefined, number>();
    for (const { node } of list) claims.set(node, (claims.get(node) ?? 0) + 1);
    for (const instrument of list) if (claims.get(instrument.node) !== 1) instrument.node = undefined;
    return list;
  }

  #takeBroken(serial: string): void {
    this.hasBroken = true;
    if (SERIAL.test(serial)) this.broken.add(serial);
  }

  /** From the header, where it is one for such data. */
  #columnsOf(fields: readonly LineValue[]): readonly LineColumn[] {
    const columns = this.#headers.at(-1)?.columns;
    const fits = columns?.length === fields.length && columns.every(({ unit }, index) => fields[index]?.unit === unit);
    return fits ? columns : fields.map(({ unit }) => ({ title: '', unit }));
  }
}
