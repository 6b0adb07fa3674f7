import { Zip, ZipDeflate } from 'fflate';
import type { Rows } from '../rows.ts';
import type { FileFormat, Sink, TextRows } from './format.ts';
import { TextPieces } from './text-file.ts';

/** Limits of a ZIP without ZIP64, which fflate cannot write; beyond them it produces a broken file without an error. */
const ZIP_BOUNDS = { bytes: 0xffff_ffff, files: 0xffff };

/** Upper bound of a file's directory entry, name included, in bytes. */
const DIRECTORY_ENTRY = 512;

export interface ZipFileOptions {
  content: TextRows;
  sink: Sink;
  /** Rows per file, without the heading. */
  splitRows: number;
  /** @param part from 1 */
  nameOf(part: number): string;
  /** Files after so many parts. */
  closing?(parts: number): readonly { name: string; text: string }[];
  bounds?: typeof ZIP_BOUNDS;
}

export class ZipFile implements FileFormat {
  readonly #options: ZipFileOptions;
  readonly #bounds: typeof ZIP_BOUNDS;
  readonly #pieces = new TextPieces();
  readonly #zip: Zip;
  #made: Uint8Array<ArrayBuffer>[] = [];
  #currentFile: ZipDeflate | undefined;
  /** Parts. */
  #fileCount = 0;
  #entries = 0;
  #rows = 0;
  #bytes = 0;
  #fileBytes = 0;

  constructor(options: ZipFileOptions) {
    this.#options = options;
    this.#bounds = options.bounds ?? ZIP_BOUNDS;
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error;
      this.#made.push(bytes);
    });
  }

  async start(): Promise<void> {
    await this.#startFile();
  }

  async writeRows(sampleSets: Rows): Promise<void> {
    const { content, splitRows } = this.#options;
    for (const row of content.rows(sampleSets)) {
      if (this.#rows === splitRows) {
        await this.#endFile();
        await this.#startFile();
      }
      this.#rows += 1;
      await this.#add(row);
    }
  }

  async end(): Promise<void> {
    await this.#endFile();
    for (const { name, text } of this.#options.closing?.(this.#fileCount) ?? []) {
      this.#open(name);
      await this.#add(text);
      await this.#closeFile();
    }
    this.#zip.end();
    await this.#send();
  }

  async #startFile(): Promise<void> {
    this.#fileCount += 1;
    if (this.#fileCount > this.#bounds.files)
      throw new Error(`The ZIP is limited to ${this.#bounds.files} files. ${REMEDY}`);
    this.#rows = 0;
    this.#open(this.#options.nameOf(this.#fileCount));
    await this.#add(this.#options.content.heading);
  }

  async #endFile(): Promise<void> {
    await this.#add(this.#options.content.ending ?? '');
    await this.#closeFile();
  }

  #open(name: string): void {
    this.#entries += 1;
    this.#fileBytes = 0;
    this.#currentFile = new ZipDeflate(name, { level: 6 });
    this.#zip.add(this.#currentFile);
  }

  async #closeFile(): Promise<void> {
    this.#push(this.#pieces.rest(), true);
    this.#currentFile = undefined;
    await this.#send();
  }

  async #add(text: string): Promise<void> {
    const piece = this.#pieces.add(text);
    if (!piece) return;
    this.#push(piece, false);
    await this.#send();
  }

  #push(bytes: Uint8Array, isLast: boolean): void {
    this.#fileBytes += bytes.length;
    this.#currentFile?.push(bytes, isLast);
  }

  async #send(): Promise<void> {
    const made = this.#made;
    this.#made = [];
    for (const bytes of made) {
      this.#bytes += bytes.length;
      if (Math.max(this.#bytes + this.#entries * DIRECTORY_ENTRY, this.#fileBytes) > this.#bounds.bytes) {
        throw new Error(`The ZIP is limited to 4 GiB. ${REMEDY}`);
      }
      await this.#options.sink.put(bytes);
    }
  }
}

const REMEDY = 'Export a shorter range or fewer channels, or a single file of another format.';
