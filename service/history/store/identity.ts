import { statSync } from 'node:fs';

/** Tells a file from another in its place; empty where there is none. @throws what the file system throws */
export function fileIdentity(path: string): string {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file ? `${file.dev}/${file.ino}` : '';
}
