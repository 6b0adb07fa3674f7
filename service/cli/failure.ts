/**
 * Exit codes (table in docs/command-line.md). The service, and so `mensura serve`, has 0 to 5
 * (`settings/exit-codes.ts`). No number means two things.
 */
export const EXIT = {
  done: 0,
  /** Unexpected error. */
  unexpected: 1,
  /** Invalid argument, flag or variable. */
  usage: 2,
  /** No service is running, or the connection to it was lost. */
  noService: 6,
  /** No such device, channel, MQTT client, alarm, computed channel or run. */
  notFound: 7,
  /** The service refused the request or failed to handle it. */
  refused: 8,
  /** No valid reading. */
  noValue: 9,
  /** A connection test or an export failed, or a formula is invalid. */
  failed: 10,
  /** A file cannot be read or written, or already exists. */
  file: 11,
  /** Canceled by Ctrl+C, or by an answer other than yes. */
  interrupted: 130,
} as const;

/** An error whose message is the whole output to the user. */
export class CliError extends Error {
  readonly exitCode: number;

  /** @param message what happened, then after a semicolon what to do */
  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
