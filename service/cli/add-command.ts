import type { Command } from 'commander';
import { COMMANDS, type CommandName } from './commands-list.ts';
import { formatExamples } from './help.ts';
import type { Run } from './invocation.ts';

/** Adds a command with its description and examples. @param words its arguments: `<serial> [channel]` */
export function addCommand(program: Command, name: CommandName, words = ''): Command {
  return addSubcommand(program, `${name} ${words}`, COMMANDS[name]);
}

/** Adds a subcommand to any command. @param usage its name and arguments */
export function addSubcommand(parent: Command, usage: string, description: string): Command {
  const command = parent.command(usage).description(description);
  const above = parent.parent ? `${parent.parent.name()} ${parent.name()}` : parent.name();
  return command.addHelpText('after', formatExamples(`${above} ${command.name()}`));
}

/** Makes a command run a module, which is loaded only then. */
export function runsModule(command: Command, load: () => Promise<{ run: Run }>): Command {
  return command.action(async () => {
    const { run } = await load();
    await run({ words: command.processedArgs, options: command.optsWithGlobals() } as never);
  });
}
