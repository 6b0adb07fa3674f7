/** What the command line answers when it could not do what it was told (docs/command-line.md has the table). */

/**
 * Exit codes. Those of the service, which `mensura serve` answers with, are 0 to 5 (`settings/exit-codes.ts`); the same
 * number never means two things.
 */
export const EXIT = {
  done: 0,
  /** Something unexpected. */
  unexpected: 1,
  /** A word, flag or variable is wrong. */
  usage: 2,
  /** No service is running, or the connection to it broke. */
  noService: 6,
  /** There is no such device, channel, MQTT client or alarm. */
  notFound: 7,
  /** The service refused, or could not do it. */
  refused: 8,
  /** There is no valid reading. */
  noValue: 9,
  /** It was tried, and did not succeed: a broker that cannot be used, an export that broke off. */
  failed: 10,
  /** A file cannot be read or written. */
  file: 11,
  /** Ctrl+C broke it off. */
  interrupted: 130,
} as const;

/** A failure whose message is all that the user is told. */
export class CliError extends Error {
  readonly exitCode: number;

  /** @param message what happened, and behind a semicolon what to do */
  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
