/** Reads the WebSocket frames of a server (RFC 6455, 5.2) in pieces: no frame is collected, however long it is. */

const OPCODE = { continuation: 0, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Longest payload of a control frame, in bytes (RFC 6455, 5.5). */
const MAX_CONTROL = 125;

/** The longest header of an unmasked frame, in bytes. */
const MAX_HEADER = 10;

/** The server violated the protocol. The message continues "the server sent". */
export class FrameError extends Error {}

interface Header {
  bytes: number;
  opcode: number;
  isFinal: boolean;
  /** Bytes of the payload. */
  length: number;
}

interface Frame {
  opcode: number;
  /** Bytes of the payload that did not arrive yet. */
  rest: number;
  /** The payload of a control frame. */
  parts: Buffer[];
}

export class FrameReader {
  readonly #onPing: (payload: Buffer) => void;
  /** The start of an incomplete header. */
  #partial: Buffer = Buffer.alloc(0);
  /** The frame whose payload is being read. */
  #frame: Frame | undefined;
  /** A message has begun whose last frame did not arrive yet. */
  #isInMessage = false;
  #isClosed = false;

  constructor(onPing: (payload: Buffer) => void) {
    this.#onPing = onPing;
  }

  /** The server closes; nothing that follows is read. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Returns the payloads of binary messages, as views, in order.
   * @throws FrameError
   */
  read(bytes: Buffer): Buffer[] {
    const payloads: Buffer[] = [];
    let rest = this.#partial.length > 0 ? Buffer.concat([this.#partial, bytes]) : bytes;
    this.#partial = Buffer.alloc(0);
    while (!this.#isClosed) {
      if (!this.#frame) {
        const header = readHeader(rest);
        if (!header) {
          // A copy, so that the larger buffer is released.
          this.#partial = Buffer.from(rest);
          break;
        }
        this.#begin(header);
        rest = rest.subarray(header.bytes);
      }
      const { frame, piece } = this.#take(rest);
      rest = rest.subarray(piece.length);
      if (frame.opcode < OPCODE.close && piece.length > 0) payloads.push(piece);
      if (frame.rest > 0) break;
      this.#frame = undefined;
      if (frame.opcode >= OPCODE.close) this.#finish(frame.opcode, Buffer.concat(frame.parts));
    }
    return payloads;
  }

  #begin({ opcode, isFinal, length }: Header): void {
    if (opcode >= OPCODE.close) {
      if (!isFinal || length > MAX_CONTROL) throw new FrameError('an invalid control frame');
    } else {
      if ((opcode === OPCODE.continuation) !== this.#isInMessage) throw new FrameError('frames in the wrong order');
      this.#isInMessage = !isFinal;
    }
    this.#frame = { opcode, rest: length, parts: [] };
  }

  /** The part of the current frame's payload in these bytes. */
  #take(bytes: Buffer): { frame: Frame; piece: Buffer } {
    const frame = this.#frame;
    if (!frame) throw new Error('No frame has begun.');
    const piece = bytes.subarray(0, frame.rest);
    frame.rest -= piece.length;
    if (frame.opcode >= OPCODE.close) frame.parts.push(Buffer.from(piece));
    return { frame, piece };
  }

  #finish(opcode: number, payload: Buffer): void {
    if (opcode === OPCODE.ping) this.#onPing(payload);
    this.#isClosed ||= opcode === OPCODE.close;
  }
}

/**
 * @returns undefined if the header is incomplete
 * @throws FrameError
 */
function readHeader(bytes: Buffer): Header | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  const opcode = first & 0x0f;
  if (opcode === 1) throw new FrameError('text instead of binary data');
  if (!Object.values<number>(OPCODE).includes(opcode) || (first & 0x70) !== 0) throw new FrameError('an unknown frame');
  if (second >= 0x80) throw new FrameError('a masked frame');
  const isFinal = first >= 0x80;
  if (second < 126) return { bytes: 2, opcode, isFinal, length: second };
  if (second === 126) {
    return bytes.length < 4 ? undefined : { bytes: 4, opcode, isFinal, length: bytes.readUInt16BE(2) };
  }
  if (bytes.length < MAX_HEADER) return undefined;
  const length = Number(bytes.readBigUInt64BE(2));
  if (!Number.isSafeInteger(length)) throw new FrameError('a frame with an impossible length');
  return { bytes: MAX_HEADER, opcode, isFinal, length };
}
