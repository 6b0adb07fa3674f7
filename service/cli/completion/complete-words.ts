import type { Argument, Command, Option } from 'commander';
import type { CommonOptions } from '../invocation.ts';

export interface Candidate {
  word: string;
  description: string;
}

/** Names that come from the service. */
export type ValueSource =
  | {
      names: 'serials' | 'targets' | 'clients' | 'databases' | 'alarms' | 'rules' | 'computed' | 'runs' | 'active-runs';
    }
  | { names: 'channels'; serial: string | undefined };

/** The word at the cursor. */
export interface CompletionContext {
  /** Typed so far. */
  prefix: string;
  /** Added before each candidate: empty, or the flag that it is the value of. */
  lead: string;
  candidates: Candidate[];
  /** Whether files are candidates too. */
  files: boolean;
  wanted: ValueSource | undefined;
  /** The address flags typed so far. */
  address: Pick<CommonOptions, 'url' | 'dataDir'>;
}

/** Rejoins `--format=csv`, which bash splits into three words. `split`: the last word was part of one. */
function joinFlags(words: readonly string[]): { joined: string[]; split: boolean } {
  const joined: string[] = [];
  let split = false;
  for (const [place, word] of words.entries()) {
    const flag = joined.at(-1);
    const continues = word === '=' && flag?.startsWith('--');
    const isValue = words[place - 1] === '=' && flag?.startsWith('--') && flag.endsWith('=');
    split = Boolean(continues || isValue);
    if (split) joined[joined.length - 1] = `${flag}${word}`;
    else joined.push(word);
  }
  return { joined, split };
}

function choicesOf({ argChoices }: { argChoices?: string[] | undefined }): Candidate[] {
  return (argChoices ?? []).map((word) => ({ word, description: '' }));
}

function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => long === flag || short === flag);
}

/** What an ID names, by the command that has the subcommand. */
const ID_NAMES: Readonly<Record<string, 'alarms' | 'computed'>> = { alarms: 'alarms', computed: 'computed' };

/** The names for an argument, chosen by the argument's own name. */
function wantedFor(command: Command, argument: Argument, earlier: readonly string[]): ValueSource | undefined {
  switch (argument.name()) {
    case 'serial':
      return { names: 'serials' };
    case 'channel':
      return { names: 'channels', serial: earlier[0] };
    case 'target':
      return { names: 'targets' };
    case 'id':
      if (command.name() === 'add') return undefined;
      return { names: ID_NAMES[command.parent?.name() ?? ''] ?? 'clients' };
    case 'rule':
      return { names: 'rules' };
    case 'run':
      return { names: command.name() === 'stop' ? 'active-runs' : 'runs' };
    case 'name':
      return command.parent?.name() === 'database' ? { names: 'databases' } : undefined;
    default:
      return undefined;
  }
}

/** Interprets the words before the cursor. */
class Walk {
  command: Command;
  readonly earlier: string[] = [];
  readonly address: CompletionContext['address'] = {};
  /** The flag that expects a value next. */
  pending: Option | undefined;

  constructor(program: Command) {
    this.command = program;
  }

  add(word: string): void {
    if (this.pending) {
      this.#noteValue(this.pending, word);
      this.pending = undefined;
    } else if (word.startsWith('-')) {
      const [flag = '', ...value] = word.split('=');
      const option = optionOf(this.command, flag);
      if (value.length > 0 && option) this.#noteValue(option, value.join('='));
      else if (option?.required) this.pending = option;
    } else {
      const next =
        this.earlier.length === 0 && this.command.commands.find((one) => [one.name(), ...one.aliases()].includes(word));
      if (next) this.command = next;
      else this.earlier.push(word);
    }
  }

  #noteValue({ long }: Option, value: string): void {
    if (long === '--url') this.address.url = value;
    if (long === '--data-dir') this.address.dataDir = value;
  }
}

function flagCandidates(command: Command): Candidate[] {
  const flags = command.options.map(({ long, short, description }) => ({ word: long ?? short ?? '', description }));
  return [...flags, { word: '--help', description: 'show help' }];
}

/** @param words up to the cursor; the last one is empty after a space */
export function completeWords(program: Command, words: readonly string[]): CompletionContext {
  const { joined, split } = joinFlags(words);
  const current = joined.pop() ?? '';
  const walked = new Walk(program);
  for (const word of joined) walked.add(word);
  const { command, earlier, address, pending } = walked;
  const [flag = '', ...rest] = current.split('=');
  const inline = rest.length > 0 && !pending ? optionOf(command, flag) : undefined;
  const place: CompletionContext = {
    prefix: current,
    lead: '',
    candidates: [],
    files: false,
    wanted: undefined,
    address,
  };
  const option = pending ?? inline;
  if (option) {
    const typed = pending ? current : rest.join('=');
    const isTargets = option.flags.includes('<targets>');
    // Of targets separated by commas, the last one is completed.
    const targets = isTargets ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
    return {
      ...place,
      prefix: typed.slice(targets.length),
      lead: (pending || split ? '' : `${flag}=`) + targets,
      candidates: choicesOf(option),
      files: /<(?:file|folder)>/.test(option.flags),
      wanted: isTargets ? { names: 'targets' } : undefined,
    };
  }
  if (current.startsWith('-')) return { ...place, candidates: flagCandidates(command) };
  const subcommands = earlier.length === 0 ? command.commands : [];
  const candidates = subcommands.map((one) => ({ word: one.name(), description: one.description() }));
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[earlier.length] ?? (last?.variadic ? last : undefined);
  if (!argument) return { ...place, candidates };
  return {
    ...place,
    candidates: [...candidates, ...choicesOf(argument)],
    files: argument.name() === 'file',
    wanted: wantedFor(command, argument, earlier),
  };
}
