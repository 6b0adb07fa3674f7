/** `mensura completion`. */
import { SCRIPTS, type Shell } from '../completion/scripts.ts';
import type { Invocation } from '../invocation.ts';
import { print } from '../output.ts';

/** Prints what a shell is to load. */
export async function run({ words: [shell] }: Invocation<[Shell]>): Promise<void> {
  await print(SCRIPTS[shell]);
}
