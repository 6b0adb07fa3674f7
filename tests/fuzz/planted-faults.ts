/** Faults that the targets must find: in the product's code, one at a time (planted-faults.test.ts). */
import type { Fault } from './engine/planting.ts';

export interface PlantedFault extends Fault {
  what: string;
  target: string;
  /** What the finding says. */
  says: RegExp;
}

/** Each makes a check of the product one that lets everything pass, unless it says otherwise. */
export const FAULTS: readonly PlantedFault[] = [
  {
    what: 'the check sum of a line on a serial port is not looked at',
    target: 'serial',
    file: 'service/drivers/protocol/line.ts',
    from: 'if (crc16(body) !== Number.parseInt(digits, 16))',
    to: 'if (crc16(body) < 0)',
    says: /where the line says|without a valid line|readings of/,
  },
  {
    what: 'the check sum of a line from a gateway is not looked at',
    target: 'gateway-answers',
    file: 'service/drivers/protocol/line.ts',
    from: 'if (crc16(body) !== Number.parseInt(digits, 16))',
    to: 'if (crc16(body) < 0)',
    says: /without a valid line/,
  },
  {
    what: 'an answer of a gateway that says that it failed is read',
    target: 'gateway-answers',
    file: 'service/drivers/gateway/sensgate/parse-response.ts',
    from: 'if (status < 200 || status > 299)',
    to: 'if (status < 200)',
    says: /no answer of success is there/,
  },
  {
    what: 'an answer of a gateway that broke off is read as far as it came',
    target: 'gateway-answers',
    file: 'service/drivers/gateway/sensgate/send-request.ts',
    from: "const outcome: RequestOutcome = { kind: 'failed', cause, answer: this.#answer() };",
    to: "const outcome = { kind: this.#response ? 'answer' : 'failed', cause, answer: this.#answer() };",
    says: /no answer of success is there/,
  },
  {
    what: 'the check byte of a USB reply is not looked at',
    target: 'usb',
    file: 'service/drivers/protocol/usb-frames.ts',
    from: "if (bytes.reduce((sum, byte) => sum ^ byte, 0) !== 0) return { fault: 'wrong-check' };",
    to: '',
    says: /of the reply/,
  },
  {
    what: 'any magnitude of another Mensura is taken',
    target: 'remotes',
    file: 'service/drivers/gateway/remote/live-readings.ts',
    from: 'if (magnitude !== null && !Number.isFinite(magnitude))',
    to: 'if (magnitude === undefined)',
    says: /as a value|which is not said/,
  },
  {
    what: 'a length in four bytes is read as one in three',
    target: 'broker-packets',
    file: 'service/mqtt/session/oversize-filter.ts',
    from: 'const LENGTH_BYTES = 4;',
    to: 'const LENGTH_BYTES = 3;',
    says: /instead of/,
  },
  {
    what: 'an event of a stream may grow without an end',
    target: 'event-stream',
    file: 'renderer/data/stream/event-stream.ts',
    from: 'maxBufferSize: MAX_EVENT_CHARACTERS,',
    to: '',
    says: /an event without end is gathered/,
  },
  {
    what: 'a key may stand twice in an inner object',
    target: 'json-bodies',
    file: 'service/http/routing/strict-json.ts',
    from: 'const message = errorOf(key, inner.keys);',
    to: "const message = open.length > 1 && key !== '__proto__' ? undefined : errorOf(key, inner.keys);",
    says: /^Violation: keys:/,
  },
  {
    what: 'a damaged file is quoted in a message',
    target: 'state-files',
    file: 'service/support/json-file.ts',
    from: 'is not valid JSON: ${describeJsonError(bare)}',
    to: 'is not valid JSON: ${bare}',
    says: /a secret stands in/,
  },
  {
    what: 'the note of a restore is never removed',
    target: 'restore',
    file: 'service/backup/restore-journal.ts',
    from: 'await rm(path, { force: true });',
    to: '',
    says: /the next start resumes again/,
  },
  {
    what: 'the check sum of a record in an outbox is not looked at',
    target: 'outbox',
    file: 'service/outbox/record.ts',
    from: "if (crc32(buffer.subarray(offset + 8, end)) !== buffer.readUInt32LE(offset + 4)) return { kind: 'damaged' };",
    to: '',
    says: /a message that was never written/,
  },
  {
    what: 'numbers of an outbox up to 2^53 - 1 are believed',
    target: 'outbox',
    file: 'service/outbox/queued-message.ts',
    from: 'MAX_SEQUENCE = 2 ** 52',
    to: 'MAX_SEQUENCE = Number.MAX_SAFE_INTEGER',
    says: /what came after the damage is not given/,
  },
  {
    what: 'any number of rows of a block is believed',
    target: 'history-blocks',
    file: 'service/history/query/codec/frame.ts',
    from: 'reader.varint(MAX_ROWS)',
    to: 'reader.varint()',
    says: /RangeError/,
  },
  {
    what: 'the check sum of a row in the journal of the history is not looked at',
    target: 'history-file',
    file: 'service/history/store/journal.ts',
    from: 'if (rest === CHECK_BYTES && !isWhole(data))',
    to: 'if (rest === CHECK_BYTES && data.length === 0)',
    says: /which was never written/,
  },
  {
    what: 'a CSV file with another heading is gone on with',
    target: 'csv-log',
    file: 'service/history/csv-log/day-file.ts',
    from: 'if (!head.equals(this.#head)) return undefined;',
    to: 'if (head.length < this.#head.length) return undefined;',
    says: /another heading/,
  },
  {
    what: 'a formula may divide by 0',
    target: 'formulas',
    file: 'service/computed/formula/operators.ts',
    from: 'finite(left(frame) / right(frame))',
    to: 'left(frame) / right(frame)',
    says: /a result that is no finite number/,
  },
];
