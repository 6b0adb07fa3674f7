/** Accounting for readings that are numbered: which of those that were sent were kept, and what explains the others. */

/** What an instrument sent between the opening of its port and the pulling of its cable. */
export interface Session {
  /** The first and the last number; `last` is below `first` where nothing was sent. */
  first: number;
  last: number;
  /** Whether it ended with the cable. */
  cut: boolean;
}

/** Where the numbers of one instrument went. */
export interface NumberAccount {
  kept: number;
  /** Sent before the service had asked the instrument what it is: nobody knew yet whose they were. */
  early: number;
  /** On their way in the cable when it was pulled. */
  inCable: number;
  /** Everything else that is not there. */
  lost: number[];
  /** Kept more often than once. */
  repeated: number[];
  /** Kept, and never sent. */
  unknown: number[];
}

export interface Allowances {
  /** So many readings may come before the instrument is known. */
  early: number;
  /** So many may be in the cable. */
  inCable: number;
}

/** @param kept the numbers as the history has them */
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
    // Pulled again before it was known: nothing of it can be there.
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
