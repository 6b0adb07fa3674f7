import { Cable, Plus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { ListedPorts, SerialPortTest, SerialPortView } from '../../../../service/contract/index.ts';
import { TextField } from '../../../components/form/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Remedy } from '../../../components/remedy.tsx';
import { capitalized } from '../../../data/format/text.ts';
import { RequestError } from '../../../data/requests.ts';
import { addSerialPort, fetchListedPorts, testSerialPort } from '../../../data/settings/serial-ports.ts';
import { useSettingsInfo } from '../section.tsx';

interface AddPortProps {
  input: RefObject<HTMLInputElement | null>;
  used: readonly SerialPortView[];
  onAdded: () => void;
}

/** A sentence for below the field. */
function fieldErrorOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const named = error instanceof RequestError ? error.errors.find(({ path }) => path === 'path')?.message : undefined;
  return named === undefined ? message : `${capitalized(named)}.`;
}

/** Adds or tests a port whose path is typed, or selected from those that the system lists. */
export function AddPort({ input, used, onAdded }: AddPortProps) {
  const listId = useId();
  const { result: facts } = useSettingsInfo();
  const [path, setPath] = useState('');
  const [error, setError] = useState('');
  const [listed, setListed] = useState<ListedPorts['ports']>([]);
  const [outcome, setOutcome] = useState<SerialPortTest | null>(null);
  const [running, setRunning] = useState<'add' | 'test' | null>(null);
  const example = facts?.platform === 'win32' ? 'COM3' : '/dev/ttyUSB0';
  const given = path.trim();

  const run = async (action: 'add' | 'test', work: () => Promise<void>): Promise<void> => {
    if (running) return;
    setError('');
    setOutcome(null);
    if (given === '') {
      setError(`Enter a serial port, such as ${example}.`);
      input.current?.focus();
      return;
    }
    setRunning(action);
    try {
      await work();
    } catch (failure) {
      setError(fieldErrorOf(failure));
    } finally {
      setRunning(null);
    }
  };
  const add = (): Promise<void> =>
    run('add', async () => {
      await addSerialPort(given);
      // Not what was typed meanwhile.
      setPath((now) => (now.trim() === given ? '' : now));
      onAdded();
    });
  const test = (): Promise<void> => run('test', async () => setOutcome(await testSerialPort(given)));
  const load = (): void => {
    // Without a list, the path can be typed.
    fetchListedPorts().then(
      ({ ports }) => setListed(ports),
      () => setListed([]),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // The form around the section would be saved.
    event.preventDefault();
    void add();
  };
  const free = listed.filter((port) => !used.some((other) => other.path === port.path));
  return (
    <div className="port-add">
      <TextField
        label="Serial port"
        hint="Enter a port, or select one of this computer’s ports."
        error={error}
        mono
        name="serial_port"
        ref={input}
        list={listId}
        maxLength={1024}
        placeholder={example}
        value={path}
        onFocus={load}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setPath(target.value);
          setError('');
          setOutcome(null);
        }}
      />
      <datalist id={listId}>
        {free.map((port) => (
          <option key={port.path} value={port.path}>
            {port.manufacturer || (port.usb ? 'USB' : 'Built-in')}
          </option>
        ))}
      </datalist>
      <div className="settings-actions">
        <button type="button" className="button" aria-disabled={running !== null} onClick={() => void add()}>
          <Plus aria-hidden size={14} /> Add port
        </button>
        <button type="button" className="button" aria-disabled={running !== null} onClick={() => void test()}>
          <Cable aria-hidden size={14} /> {running === 'test' ? 'Testing…' : 'Test port'}
        </button>
      </div>
      <output className="port-outcome">
        {outcome && (
          <Notice tone={outcome.ok ? 'good' : 'bad'} title={outcome.text} onClose={() => setOutcome(null)}>
            <Remedy text={outcome.remedy} />
          </Notice>
        )}
      </output>
    </div>
  );
}
