import { isDeepStrictEqual } from 'node:util';
import type { Sample } from '../../devices/types.ts';
import type { Clock } from '../../support/clock.ts';
import { withDeadline } from '../../support/deadline.ts';
import { errorText, isMensuraError, MensuraError } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import type { DeviceCommand } from '../protocol/commands.ts';
import { fractionCommand, infoCommand, PROTOCOL_USB, pollCommand, RESET } from '../protocol/commands.ts';
import type { DataLine, LineColumn, LineValue, ValidLine } from '../protocol/line.ts';
import { columnsOf, fits, parseLine } from '../protocol/line.ts';
import { LineSplitter } from '../protocol/line-splitter.ts';
import type { SerialLayout } from '../protocol/serial-layout.ts';
import { createLayout } from '../protocol/serial-layout.ts';
import { SilenceDetector } from '../silence-detector.ts';
import { CommandChannel } from './command-channel.ts';
import type { SerialTiming } from './options.ts';
import { PeriodSetter } from './period-setter.ts';
import type { SerialTransport } from './transport.ts';

/** The maximum of fractional digits (docs/hardware.md#vcp-commands). Rounding is left to the display. */
const FRACTION_DIGITS = 7;

/** Invalid lines ignored after the port opens; the first may be incomplete (docs/hardware.md#vcp-port-settings). */
const PARTIAL_LINES = 2;

export type SerialSessionEnd =
  /** The port closed or failed. */
  | { why: 'closed'; error: Error | undefined }
  /** No valid data for too long; `bytes`: whether any bytes were received. */
  | { why: 'silent'; bytes: boolean }
  /** The lines are of another device than the identified one. */
  | { why: 'changed' }
  | { why: 'stopped' };

export interface IdentifiedDevice {
  product: string;
  /** As on its lines; empty if they contain none. */
  serial: string;
  layout: SerialLayout;
  /** Milliseconds. */
  periodMs: number;
}

export interface SerialSessionListener {
  /** The device was identified, or its period changed. */
  identified(device: IdentifiedDevice): void;
  /** A data line of the device; only after `identified`. */
  readings(at: number, samples: readonly Sample[]): void;
  /** A line was invalid. */
  rejected(): void;
}

export interface SerialSessionOptions {
  transport: SerialTransport;
  clock: Clock;
  logger: Logger;
  timing: SerialTiming;
  /** The manufacturer from the USB device; empty if unknown. */
  manufacturer: string;
  /** The period for a serial number on the line, in milliseconds; the default for undefined. */
  periodOf(serial: string | undefined): number;
  listener: SerialSessionListener;
}

/** One open port: identifies the device, sets period and digits, then parses data lines. Used once. */
export class SerialSession {
  readonly #options: SerialSessionOptions;
  readonly #splitter = new LineSplitter();
  readonly #commands: CommandChannel;
  readonly #period: PeriodSetter;
  readonly #silence: SilenceDetector;
  readonly #ended = Promise.withResolvers<SerialSessionEnd>();
  #isEnded = false;
  #closed = false;
  #bytes = false;
  #invalidLines = 0;
  #isSynchronized = false;
  #who: Pick<DataLine, 'product' | 'serial'> | undefined;
  #header: readonly LineColumn[] | undefined;
  /** A header arrived after the layout was created. */
  #isHeaderNew = false;
  /** The columns of the layout. */
  #known: readonly LineColumn[] = [];
  #newest: { at: number; line: DataLine } | undefined;
  #introduced = false;
  #identified: IdentifiedDevice | undefined;

  constructor(options: SerialSessionOptions) {
    const { transport, timing, clock } = options;
    this.#options = options;
    this.#commands = new CommandChannel(transport, timing);
    this.#period = new PeriodSetter({ commands: this.#commands, clock, logger: options.logger });
    this.#silence = new SilenceDetector(clock, () => this.#finish({ why: 'silent', bytes: this.#bytes }));
  }

  /** Resolves at the end of the session, when the port is closed. */
  async run(): Promise<SerialSessionEnd> {
    const { transport, timing, logger } = this.#options;
    transport.onEnd((error) => {
      this.#closed = true;
      this.#finish({ why: 'closed', error });
    });
    transport.onData((bytes) => this.#receive(bytes));
    this.#silence.start(timing.silenceMs);
    const introduction = this.#introduce().catch((error: unknown) => {
      logger.error(`session failed: ${errorText(error)}`, { error });
      this.#finish({ why: 'closed', error: error instanceof Error ? error : undefined });
    });
    const end = await this.#ended.promise;
    this.#silence.stop();
    this.#commands.close();
    await introduction;
    await withDeadline(transport.close(), timing.closeTimeoutMs, 'Closing the port').catch((error: unknown) =>
      logger.warn(errorText(error)),
    );
    return end;
  }

  stop(): void {
    this.#finish({ why: 'stopped' });
  }

  /** @throws MensuraError `timeout` or `instrument-failed` when the device did not accept the period (milliseconds) */
  async setPeriod(periodMs: number): Promise<void> {
    this.#required();
    await this.#period.change(() => this.#required().periodMs, periodMs);
    this.#identify({ ...this.#required(), periodMs });
  }

  /**
   * Switches the device to the USB protocol and restarts it. Resolves when the commands were sent; a closing port shows
   * that the device accepted them.
   * @throws MensuraError `instrument-failed` when the port does not accept the commands
   */
  async switchToUsb(): Promise<void> {
    this.#required();
    await this.#commands.send(PROTOCOL_USB);
    try {
      await this.#commands.send(RESET);
    } catch (error) {
      // It is not documented whether a reset is needed: a device that is gone by now restarted without it.
      if (!this.#closed) throw error;
    }
  }

  /** @throws MensuraError `instrument-failed` before the device is identified */
  #required(): IdentifiedDevice {
    if (!this.#identified)
      throw new MensuraError(
        'instrument-failed',
        'The device is still being identified. Try again when it is connected.',
      );
    return this.#identified;
  }

  #finish(end: SerialSessionEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#ended.resolve(end);
  }

  async #introduce(): Promise<void> {
    const announced = await this.#try(infoCommand());
    // A device that sends data without replies is read all the same, without further delay.
    if (!announced) this.#identifyIfKnown(this.#options.periodOf(this.#who?.serial));
    const periodMs = this.#options.periodOf(this.#who?.serial);
    await this.#try(pollCommand(periodMs));
    // The reply may contain the first serial number, which may have a period of its own.
    const wanted = this.#options.periodOf(this.#who?.serial);
    if (wanted !== periodMs) await this.#try(pollCommand(wanted));
    this.#introduced = true;
    if (!this.#identified) this.#identifyIfKnown(wanted);
    if (this.#identified) await this.#try(fractionCommand(FRACTION_DIGITS));
  }

  /**
   * Sends an optional command.
   * @returns whether it was accepted
   */
  async #try(command: DeviceCommand): Promise<boolean> {
    if (this.#isEnded) return false;
    try {
      await this.#commands.request(command);
      return true;
    } catch (error) {
      if (!isMensuraError(error)) throw error;
      if (!this.#isEnded) this.#options.logger.debug(error.message);
      return false;
    }
  }

  #receive(bytes: Uint8Array): void {
    this.#bytes = true;
    const at = this.#options.clock.now();
    for (const text of this.#splitter.push(bytes)) {
      if (this.#isEnded) return;
      const line = text === undefined ? undefined : parseLine(text);
      if (line && line.kind !== 'rejected') this.#handleLine(line, at);
      else this.#reject(line?.why ?? 'too long');
    }
  }

  #reject(why: string): void {
    if (!this.#isSynchronized && this.#invalidLines < PARTIAL_LINES) {
      this.#invalidLines += 1;
      return;
    }
    this.#options.logger.debug(`line rejected (${why})`);
    this.#options.listener.rejected();
  }

  #handleLine(line: ValidLine, at: number): void {
    this.#isSynchronized = true;
    if (line.kind === 'header') {
      this.#header = line.columns;
      this.#isHeaderNew = true;
    } else if (!this.#isFromKnownDevice(line)) return;
    this.#commands.offer(line);
    if (line.kind === 'data') this.#measure(line, at);
    else if (!this.#identified) this.#silence.received();
  }

  /** Whether the line is of the session's first device. */
  #isFromKnownDevice({ product, serial }: Pick<DataLine, 'product' | 'serial'>): boolean {
    this.#who ??= { product, serial };
    if (this.#who.product === product && this.#who.serial === serial) return true;
    this.#finish({ why: 'changed' });
    return false;
  }

  #measure(line: DataLine, at: number): void {
    if (!this.#identified) {
      this.#silence.received();
      if (line.fields.length > 0) this.#newest = { at, line };
      if (this.#introduced) this.#identifyIfKnown(this.#options.periodOf(line.serial));
      return;
    }
    if (this.#isHeaderNew) this.#applyNewHeader(line.fields);
    const samples = this.#identified.layout.read(line.fields);
    if (!samples) {
      this.#reject('columns do not match the header');
      return;
    }
    this.#silence.received();
    this.#period.received();
    this.#options.listener.readings(at, samples);
  }

  /** A late or changed header: earlier data lines no longer describe the columns. */
  #applyNewHeader(fields: readonly LineValue[]): void {
    const columns = this.#header;
    if (!this.#identified || !columns || !fits(columns, fields)) return;
    this.#isHeaderNew = false;
    if (isDeepStrictEqual(columns, this.#known)) return;
    this.#identify({ ...this.#identified, layout: this.#layoutOf(this.#identified.product, columns) });
  }

  #layoutOf(product: string, columns: readonly LineColumn[]): SerialLayout {
    this.#known = columns;
    return createLayout({ product, columns, manufacturer: this.#options.manufacturer });
  }

  /** Identifies the device when its name and its columns are known, and emits the newest waiting line. */
  #identifyIfKnown(periodMs: number): void {
    const columns = this.#columns();
    if (this.#isEnded || !this.#who || !columns) return;
    const { product, serial } = this.#who;
    this.#identify({ product, serial, layout: this.#layoutOf(product, columns), periodMs });
    const waiting = this.#newest;
    this.#newest = undefined;
    if (waiting) this.#measure(waiting.line, waiting.at);
  }

  /** From the header; from the data line itself if there is no header, or it does not match. */
  #columns(): readonly LineColumn[] | undefined {
    const fields = this.#newest?.line.fields;
    return fields ? columnsOf(this.#header, fields) : this.#header;
  }

  #identify(device: IdentifiedDevice): void {
    if (this.#isEnded) return;
    this.#identified = device;
    this.#silence.start(Math.max(10 * device.periodMs, this.#options.timing.silenceMs));
    this.#options.listener.identified(device);
  }
}
