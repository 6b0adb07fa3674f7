import { MAX_PINNED } from '../../../service/contract/index.ts';

/** Whether another one can be pinned. */
export function canPin(paths: readonly string[]): boolean {
  return paths.length < MAX_PINNED;
}

/**
 * The pinned channels once one more is pinned, or this one no longer. One too many changes nothing.
 * @param path `channelPath(ref)`
 */
export function withPinToggled(paths: readonly string[], path: string): string[] {
  if (paths.includes(path)) return paths.filter((other) => other !== path);
  return canPin(paths) ? [...paths, path] : [...paths];
}
