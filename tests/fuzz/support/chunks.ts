/** Cuts bytes into pieces as a port or a socket may deliver them: of 1 to 64 bytes, or all at once. @param seed decides */
export function chunks(bytes: Uint8Array, seed: number): Uint8Array[] {
  if (seed % 4 === 0) return [bytes];
  const pieces: Uint8Array[] = [];
  let state = seed;
  for (let at = 0; at < bytes.length; ) {
    state = (state * 75 + 74) % 65_537;
    const length = seed % 4 === 1 ? 1 : 1 + (state % 64);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}
