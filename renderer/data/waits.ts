/** The shorter of two waits in milliseconds; undefined: there is none. */
export function minDefined(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
