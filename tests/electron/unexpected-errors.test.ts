import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { handleUnexpectedErrors } from '../../electron/unexpected-errors.ts';
import { silentLogger } from '../../service/support/logger.ts';

test('logs every unexpected error and shows the first', () => {
  const process = new EventEmitter();
  const error = vi.fn<(text: string) => void>();
  const show = vi.fn<(text: string) => void>();
  handleUnexpectedErrors({ process: process as NodeJS.Process, logger: { ...silentLogger, error }, show });
  process.emit('uncaughtException', new Error('one'));
  process.emit('unhandledRejection', 'two');
  expect(error.mock.calls.map(([text]) => text)).toEqual(['unexpected error: one', 'unexpected error: two']);
  expect(show).toHaveBeenCalledExactlyOnceWith('one');
});
