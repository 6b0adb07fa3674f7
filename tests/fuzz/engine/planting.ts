/** Puts a fault into a source file while it is loaded: the file itself stays as it is. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../../build/paths.ts';

/** A piece of a source file, and what stands in its place. */
export interface Fault {
  /** Below the root of the sources. */
  file: string;
  /** Stands there exactly once. */
  from: string;
  to: string;
}

/** In this thread, for what is loaded from here on. @throws Error, as the file is loaded, when it has no such piece */
export function plant({ file, from, to }: Fault): void {
  const address = pathToFileURL(join(ROOT, file)).href;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (url !== address) return loaded;
      const { source = '' } = loaded;
      const text = typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined);
      return { ...loaded, source: planted(text, { file, from, to }) };
    },
  });
}

/** @throws Error unless the piece stands there exactly once */
export function planted(source: string, { file, from, to }: Fault): string {
  const [before, after, more] = source.split(from);
  if (before === undefined || after === undefined || more !== undefined)
    throw new Error(`${file} does not have "${from}" once: the fault has to be written anew.`);
  return before + to + after;
}
