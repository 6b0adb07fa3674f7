/** Accounts for numbered readings: which ones are stored, and what explains the others. */

/** Readings of a device between the opening of its port and the pulling of its cable. */
export interface Session {
  /** First and last number; `last` is below `first` without readings. */
  first: number;
  last: number;
  /** Whether the cable was pulled. */
  cut: boolean;
}

/** The account of the numbers of one device. */
export interface NumberAccount {
  kept: number;
  /** Sent before the service identified the device. */
  early: number;
  /** In the cable when it was pulled. */
  inCable: number;
  /** All others that are missing. */
  lost: number[];
  /** Stored more than once. */
  repeated: number[];
  /** Stored, but never sent. */
  unknown: number[];
}

export interface Allowances {
  /** Allowed readings before the device is known. */
  early: number;
  /** Allowed readings in the cable. */
  inCable: number;
}

/** @param kept the numbers in the history */
export function accountNumbers(
  sessions: readonly Session[],
  kept: readonly number[],
  allowances: Allowances,
): NumberAccount {
  const there = new Set(kept);
  const account: NumberAccount = { kept: there.size, early: 0, inCable: 0, lost: [], repeated: [], unknown: [] };
  const seen = new Set<number>();
  for (const number of kept) {
    if (seen.has(number)) account.repeated.push(number);
    else if (!sessions.some(({ first, last }) => number >= first && number <= last)) account.unknown.push(number);
    seen.add(number);
  }
  for (const { first, last, cut } of sessions) {
    const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    const begin = numbers.findIndex((number) => there.has(number));
    const end = numbers.findLastIndex((number) => there.has(number));
    const missing = numbers.filter((number) => !there.has(number));
    // Pulled again before it was identified: none of these can be stored.
    const early = begin === -1 ? missing : numbers.slice(0, begin);
    const inCable = begin === -1 || !cut ? [] : numbers.slice(end + 1);
    const explained = [
      ...(early.length <= allowances.early ? early : []),
      ...(inCable.length <= allowances.inCable ? inCable : []),
    ];
    if (early.length <= allowances.early) account.early += early.length;
    if (inCable.length <= allowances.inCable) account.inCable += inCable.length;
    const isExplained = new Set(explained);
    account.lost.push(...missing.filter((number) => !isExplained.has(number)));
  }
  return account;
}
