/** The flags of every command that connects to the service. */
export interface CommonOptions {
  url?: string;
  dataDir?: string;
  json?: boolean;
}

/** Arguments and flags as parsed by commander. */
export interface Invocation<Words extends readonly unknown[], Options extends CommonOptions = CommonOptions> {
  words: Words;
  options: Options;
}

/** Runs one command; exported by a module of `commands/` or `completion/`. */
export type Run = (invocation: Invocation<never, never>) => Promise<void>;
