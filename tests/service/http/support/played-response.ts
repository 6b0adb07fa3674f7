/** An answer whose reader takes everything, or nothing, in exactly the moment in which a test says so. */
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';

export class PlayedResponse extends EventEmitter {
  /** All that was written. */
  text = '';
  isStalled = false;
  writableNeedDrain = false;
  writableLength = 0;
  destroyed = false;
  readonly writableEnded = false;

  get asResponse(): ServerResponse {
    return this as unknown as ServerResponse;
  }

  /** The sequence in the last id that was written. */
  get lastSequence(): number {
    return Number(/^id: \w+-(\d+)$/m.exec(this.text.slice(this.text.lastIndexOf('id: ')))?.[1]);
  }

  /** As a reader would send it when it comes back. */
  get lastId(): string {
    return /^id: (.*)$/m.exec(this.text.slice(this.text.lastIndexOf('id: ')))?.[1] ?? '';
  }

  /** How often something was written. */
  count(words: string): number {
    return this.text.split(words).length - 1;
  }

  writeHead(): this {
    return this;
  }

  write(bytes: Buffer): boolean {
    this.text += bytes.toString();
    if (this.isStalled) {
      this.writableLength += bytes.length;
      this.writableNeedDrain = true;
    }
    return !this.isStalled;
  }

  /** The reader takes everything, and goes on. */
  drain(): void {
    this.isStalled = false;
    this.writableLength = 0;
    this.writableNeedDrain = false;
    this.emit('drain');
  }

  end(): void {
    this.destroy();
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}
