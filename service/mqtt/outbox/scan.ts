/** Finds the records in part of a segment, skipping anything else. */
import { decodeRecord, RECORD_MAGIC, type StoredMessage } from './record.ts';

export interface ScanOptions {
  /** Ordinals must be above this one, ascending. */
  after: number;
  /** The highest ordinal possible in the segment. */
  last: number;
  /** The part ends with the segment: an incomplete record there is torn. */
  final: boolean;
  /** Maximum number of messages returned. */
  most: number;
}

export interface ScanResult {
  found: { message: StoredMessage; offset: number }[];
  /** Where to continue, in bytes from the start of the part. */
  next: number;
  /** Minimum length of the next part; 0 for any. */
  needs: number;
  /** Bytes that belong to no complete record. */
  damaged: number;
}

/** Skips damage up to the next complete record. */
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

/** Where the next record may start, including one of which the part holds only the first bytes. */
function nextCandidate(piece: Buffer, from: number, final: boolean): number {
  const found = piece.indexOf(RECORD_MAGIC, from);
  if (found >= 0) return found;
  return final ? piece.length : Math.max(from, piece.length - RECORD_MAGIC.length + 1);
}
