import { join } from 'node:path';
import * as z from 'zod';
import { JsonFile } from '../support/json-file.ts';
import { MAX_SEQUENCE } from './queued-message.ts';
import { makeOutboxFolder } from './segment-file.ts';
import { AcknowledgedRanges } from './settled.ts';

const NAME = 'position.json';

const ordinal = z.int().min(0).max(MAX_SEQUENCE);

const positionSchema = z.strictObject({
  version: z.literal(1),
  /** Every message up to this one is settled. */
  settled: ordinal,
  /** Settled messages beyond it: ranges, both ends included. */
  also: z.array(z.tuple([ordinal, ordinal])),
  /** Messages discarded since the client was added. */
  dropped: z.int().min(0),
});

/** Which messages on disk are settled, and the number discarded. */
export class PositionFile {
  readonly #folder: string;
  readonly #file: JsonFile<typeof positionSchema>;

  constructor(folder: string) {
    this.#folder = folder;
    const empty = { version: 1 as const, settled: 0, also: [], dropped: 0 };
    this.#file = new JsonFile(join(folder, NAME), positionSchema, () => empty);
  }

  /**
   * @returns `problem` if the file was damaged and set aside: then everything on disk counts as unsent
   * @throws MensuraError `data-folder-unusable`
   */
  async read(): Promise<{ settled: AcknowledgedRanges; discarded: number; problem: string | undefined }> {
    const problem = await this.#file.read();
    const { settled, also, dropped: discarded } = this.#file.value;
    return { settled: new AcknowledgedRanges(settled, also), discarded, problem };
  }

  /** @throws the file system's error */
  async write(settled: AcknowledgedRanges, discarded: number): Promise<void> {
    const also = settled.ranges.map(([from, to]): [number, number] => [from, to]);
    const position = { version: 1 as const, settled: settled.upTo, also, dropped: discarded };
    await makeOutboxFolder(this.#folder);
    await this.#file.update(() => position);
  }
}
