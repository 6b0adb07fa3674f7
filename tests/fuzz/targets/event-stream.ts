/** Anything as a stream of events, as the window reads it and, by the same package, the command line: in pieces. */
import { createEventParser } from '../../../renderer/data/stream/event-stream.ts';
import { must, type Target } from '../engine/target.ts';
import { chunks } from '../support/chunks.ts';

/** So many characters of one event are never gathered: eight times what one may have, as its lines have names. */
const FLOOD_CHARACTERS = 32 * 1024 * 1024;
const PIECE_CHARACTERS = 256 * 1024;

/** Inputs that begin so are one event without end. */
const FLOOD = 0xff;

const MAX_FLOODS = 4;
const floods = new Set<string>();

interface Event {
  event: string;
  data: string;
}

/** The events of a whole text, by the words of the standard (HTML, 9.2.6). */
function byTheStandard(text: string): Event[] {
  const events: Event[] = [];
  let event = '';
  let data: string[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  for (const line of lines.slice(0, -1)) {
    const [, field = '', value = ''] = /^([^:]*):? ?([\s\S]*)$/.exec(line) ?? [];
    if (line === '' && data.length > 0) events.push({ event: event || 'message', data: data.join('\n') });
    if (line === '') [event, data] = ['', []];
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return events;
}

/** Pieces of text as a stream's decoder gives them. */
function pieces(input: Uint8Array, seed: number): string[] {
  const decoder = new TextDecoder();
  const texts = chunks(input, seed).map((piece) => decoder.decode(piece, { stream: true }));
  return [...texts, decoder.decode()];
}

function flood(piece: string): void {
  floods.add(piece);
  const parser = createEventParser(() => {});
  try {
    const text = piece.repeat(Math.ceil(PIECE_CHARACTERS / piece.length));
    for (let fed = 0; fed <= FLOOD_CHARACTERS; fed += text.length) parser.feed(text);
  } catch {
    return;
  }
  must(false, `an event without end is gathered: ${JSON.stringify(piece)}`);
}

function run(input: Uint8Array): void {
  const [seed = 0] = input;
  // Whether a last CR is half a line end is for the next piece to say.
  let end = input.length;
  while (input[end - 1] === 0x0d) end -= 1;
  const body = input.subarray(1, end);
  const whole = new TextDecoder().decode(body);
  if (seed === FLOOD) {
    // Without an empty line no event ends. It takes long, so each is tried once, and few.
    if (floods.size < MAX_FLOODS && !floods.has(whole) && /^data(?::[^\r\n]{0,8})?\n$/.test(whole)) flood(whole);
    return;
  }
  const expected = byTheStandard(whole);
  const ours: Event[] = [];
  const parser = createEventParser(({ event, data, lastEventId }) => {
    must(!lastEventId.includes('\0'), 'an id with a NUL');
    ours.push({ event, data });
  });
  for (const piece of pieces(body, seed)) parser.feed(piece);
  must(
    JSON.stringify(ours) === JSON.stringify(expected),
    `the window reads ${JSON.stringify(ours).slice(0, 300)} instead of ${JSON.stringify(expected).slice(0, 300)}`,
  );
}

export const target: Target = {
  covers: ['renderer/data/stream/', 'node_modules/eventsource-parser/'],
  words: [
    'data:',
    'data: ',
    'event: readings\n',
    'id: 1-2\n',
    '\n\n',
    '\r\n\r\n',
    ': hello\n',
    'retry: 10\n',
    '\r',
    '{"a":1}',
    'data\n',
  ],
  maxBytes: 2048,
  seeds: [
    Uint8Array.from([FLOOD, ...Buffer.from('data\n')]),
    '\0id: 7-1\nevent: readings\ndata: {"a":[1,2]}\n\n: alive\n\n',
    '\u0001event: device\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata: x\r\n\r\n',
    '\u0002data:x\rdata: y\r\rid\nevent:\ndata\n\n',
    '\u0003data: ä💧\n\nid: a\0b\ndata: z\n\n',
  ],
  open: () => ({ run }),
};
