/** What a command is given. */

/** The flags that every command has that asks the service. */
export interface CommonOptions {
  url?: string;
  dataDir?: string;
  json?: boolean;
}

/** The words behind a sub-command, as commander has read them. */
export interface Invocation<Words extends readonly unknown[], Options extends CommonOptions = CommonOptions> {
  words: Words;
  options: Options;
}

/** A command as a module of its own, which is loaded when it is called. */
export type Run = (invocation: Invocation<never, never>) => Promise<void>;
