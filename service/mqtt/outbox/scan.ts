/** Finds the records in a piece of a segment, whatever else is in it. */
import { decodeRecord, RECORD_MAGIC, type StoredMessage } from './record.ts';

export interface ScanOptions {
  /** Ordinals must be above this one, and grow. */
  after: number;
  /** The last ordinal that the segment can have. */
  last: number;
  /** The piece ends where the segment does: what is cut there is torn. */
  final: boolean;
  /** The most messages to answer. */
  most: number;
}

export interface ScanResult {
  found: { message: StoredMessage; offset: number }[];
  /** Where to read on, in bytes from the beginning of the piece. */
  next: number;
  /** How long the next piece must be at least; 0 when any will do. */
  needs: number;
  /** Bytes that belong to no whole record. */
  damaged: number;
}

/** What is damaged is left out up to the next record that is whole. */
export function scan(piece: Buffer, { after, last, final, most }: ScanOptions): ScanResult {
  const result: ScanResult = { found: [], next: 0, needs: 0, damaged: 0 };
  let newest = after;
  while (result.next < piece.length && result.found.length < most) {
    const offset = result.next;
    const decoded = decodeRecord(piece, offset);
    if (decoded.kind === 'cut' && !final) {
      result.needs = decoded.needs;
      break;
    }
    if (decoded.kind === 'whole' && fits(decoded.message.ordinal, newest, last)) {
      result.found.push({ message: decoded.message, offset });
      newest = decoded.message.ordinal;
      result.next = decoded.end;
      continue;
    }
    result.next = nextCandidate(piece, offset + 1, final);
    result.damaged += result.next - offset;
  }
  return result;
}

function fits(ordinal: number, newest: number, last: number): boolean {
  return Number.isSafeInteger(ordinal) && ordinal > newest && ordinal <= last;
}

/** Where the next record may begin: also one whose first bytes are the last of the piece. */
function nextCandidate(piece: Buffer, from: number, final: boolean): number {
  const found = piece.indexOf(RECORD_MAGIC, from);
  if (found >= 0) return found;
  return final ? piece.length : Math.max(from, piece.length - RECORD_MAGIC.length + 1);
}
