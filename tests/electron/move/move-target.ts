/** Moves the data as the app does, without Electron. Arguments: source and target folder. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'electron' ? new URL('./no-electron.ts', import.meta.url).href : specifier, context),
});
const { moveData } = await import('../../../electron/data-move.ts');
const [from = '', to = ''] = process.argv.slice(2);
const app = { relaunch: () => {}, exit: (code?: number) => process.exit(code) };
await moveData({ app, from, to, mode: 'copied', isStopped: true, env: process.env });
