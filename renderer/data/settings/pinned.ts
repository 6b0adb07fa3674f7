import { MAX_PINNED } from '../../../service/contract/index.ts';

export function canPin(paths: readonly string[]): boolean {
  return paths.length < MAX_PINNED;
}

/**
 * Beyond the limit nothing changes.
 * @param path `channelPath(ref)`
 */
export function withPinToggled(paths: readonly string[], path: string): string[] {
  if (paths.includes(path)) return paths.filter((other) => other !== path);
  return canPin(paths) ? [...paths, path] : [...paths];
}
