import { statSync } from 'node:fs';

/** Distinguishes a file from another at its path; empty if it does not exist. @throws the file system's error */
export function fileIdentity(path: string): string {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file ? `${file.dev}/${file.ino}` : '';
}
