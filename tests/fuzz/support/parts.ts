/** Cuts bytes at each mark. */
export function splitAt(bytes: Buffer, mark: number | Uint8Array): Buffer[] {
  const parts: Buffer[] = [];
  const length = typeof mark === 'number' ? 1 : mark.length;
  let from = 0;
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, from)) {
    parts.push(bytes.subarray(from, at));
    from = at + length;
  }
  return [...parts, bytes.subarray(from)];
}
