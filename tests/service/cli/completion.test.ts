import { describe, expect, test } from 'vitest';
import { completeWords } from '../../../service/cli/completion/complete-words.ts';
import { SCRIPTS, type Shell } from '../../../service/cli/completion/scripts.ts';
import { FIELD_FLAGS } from '../../../service/cli/field-flags.ts';
import { createProgram } from '../../../service/cli/program.ts';

const at = (...words: string[]) => completeWords(createProgram(FIELD_FLAGS), words);
const wordsAt = (...words: string[]): string[] => at(...words).candidates.map(({ word }) => word);

describe('the place of the cursor', () => {
  test.each([
    [['get', ''], { names: 'serials' }],
    [['get', '--json', 'E2'], { names: 'serials' }],
    [['get', '--family', 'usb', 'E24638', ''], { names: 'channels', serial: 'E24638' }],
    [['get', '--family=usb', 'E24638', ''], { names: 'channels', serial: 'E24638' }],
    [['get', 'E24638', 'temperature', ''], undefined],
    [['export', 'a', 'b', ''], { names: 'targets' }],
    [['mqtt', 'rm', 'one', ''], { names: 'clients' }],
    [['mqtt', 'add', ''], undefined],
    [['alarms', 'ack', ''], { names: 'alarms' }],
    [['alarms', 'snooze', ''], { names: 'rules' }],
    [['alarms', 'unsnooze', ''], { names: 'rules' }],
    [['computed', 'rm', ''], { names: 'computed' }],
    [['computed', 'add', ''], undefined],
    [['run', 'show', ''], { names: 'runs' }],
    [['run', 'rm', 'Batch 12', ''], { names: 'runs' }],
    [['run', 'stop', ''], { names: 'active-runs' }],
    [['run', 'start', ''], undefined],
    [['run', 'start', '--channels', ''], { names: 'targets' }],
    [['get', '--family', ''], undefined],
    [['nothing', ''], undefined],
  ])('%j wants %j', (words, wanted) => {
    expect(at(...words).wanted).toEqual(wanted);
  });

  test('offers the values of a flag, in each way a shell gives it', () => {
    expect(wordsAt('export', '--format', '')).toEqual(['csv', 'xlsx', 'jsonl', 'parquet']);
    expect(at('export', '--format=c')).toMatchObject({ lead: '--format=', prefix: 'c' });
    expect(at('export', '--format', '=', 'c')).toMatchObject({ lead: '', prefix: 'c' });
    expect(at('export', '--format', '=')).toMatchObject({ lead: '', prefix: '' });
    expect(at('export', '-o', '')).toMatchObject({ files: true, candidates: [] });
    expect(at('backup', '')).toMatchObject({ files: true });
  });

  test('completes the last of several targets', () => {
    const [wanted, targets] = [{ names: 'targets' }, 'E1/co2,usb/E2/'];
    expect(at('run', 'start', '--channels', targets)).toMatchObject({ wanted, lead: 'E1/co2,', prefix: 'usb/E2/' });
    expect(at('run', 'start', `--channels=${targets}`)).toMatchObject({
      wanted,
      lead: '--channels=E1/co2,',
      prefix: 'usb/E2/',
    });
  });

  test('offers flags of the command alone', () => {
    expect(wordsAt('devices', '-')).toEqual(['--json', '--url', '--data-dir', '--family', '--help']);
    expect(wordsAt('mqtt', 'ls', '--')).not.toContain('--host');
  });

  test('knows where the service is to be asked', () => {
    expect(at('get', '--url', 'http://x', '--data-dir=/d', '').address).toEqual({ url: 'http://x', dataDir: '/d' });
  });
});

test.each(Object.keys(SCRIPTS) as Shell[])('the completions for %s', async (shell) => {
  await expect(SCRIPTS[shell]).toMatchFileSnapshot(`golden/mensura.${shell}`);
});
