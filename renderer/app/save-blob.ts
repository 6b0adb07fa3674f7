/** A browser may need the address for a while after the click, in milliseconds. */
const KEEP_MS = 60_000;

/** Has the browser save what is in memory, as it saves any download. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}
