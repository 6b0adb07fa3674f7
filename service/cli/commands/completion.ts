import { SCRIPTS, type Shell } from '../completion/scripts.ts';
import type { Invocation } from '../invocation.ts';
import { print } from '../output.ts';

export async function run({ words: [shell] }: Invocation<[Shell]>): Promise<void> {
  await print(SCRIPTS[shell]);
}
