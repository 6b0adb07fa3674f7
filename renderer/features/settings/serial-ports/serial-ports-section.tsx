import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link } from 'wouter';
import type { SerialPortView } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { RetryNotice } from '../../../components/notice.tsx';
import { Remedy } from '../../../components/remedy.tsx';
import { usePolled } from '../../../data/history/use-polled.ts';
import { addSerialPort, fetchSerialPorts, removeSerialPort } from '../../../data/settings/serial-ports.ts';
import { deviceRoute } from '../../devices/routes.ts';
import { Section } from '../section.tsx';
import { AddPort } from './add-port.tsx';

/** Time between two requests for the ports, in milliseconds. */
const REFRESH_MS = 2000;

const STATE_WORDS: Readonly<Record<SerialPortView['state'], string>> = {
  opening: 'Connecting',
  asking: 'Identifying the device',
  attached: 'Connected',
  silent: 'No data',
  busy: 'In use by another program',
  denied: 'Access denied',
  missing: 'Not found',
  failed: 'Failed',
};

const ORIGIN_WORDS: Readonly<Record<SerialPortView['origin'], string>> = {
  found: 'detected',
  added: 'added',
  flag: 'set by a flag or environment variable',
};

export function SerialPortsSection() {
  const { result, failure, refresh } = usePolled(fetchSerialPorts, REFRESH_MS);
  const input = useRef<HTMLInputElement>(null);
  const headingId = useId();

  const attempt = async (what: string, change: Promise<unknown>): Promise<boolean> => {
    try {
      await change;
      return true;
    } catch (error) {
      showToast({ title: what, text: error instanceof Error ? error.message : String(error) });
      return false;
    } finally {
      refresh();
    }
  };
  const remove = async (path: string): Promise<void> => {
    if (!(await attempt(`Cannot remove ${path}`, removeSerialPort(path)))) return;
    input.current?.focus();
    const undo = (): void => void attempt(`Cannot add ${path}`, addSerialPort(path));
    showToast({ title: `Removed serial port ${path}`, action: { word: 'Undo', run: undo } });
  };
  return (
    <Section id="serial-ports">
      <p className="form-hint">
        Ports of supported USB devices are detected automatically. Add any other port that a device in VCP mode is
        connected to. Changes apply immediately.
      </p>
      {/* Above the list: ports that appear must not move it. */}
      <AddPort input={input} used={result?.ports ?? []} onAdded={refresh} />
      <h3 id={headingId}>Ports in use</h3>
      {failure && !result && <RetryNotice title="Cannot list serial ports" cause={failure.message} onRetry={refresh} />}
      {result?.ports.length === 0 && <p className="dim">No serial ports in use.</p>}
      {!result && !failure && <p className="dim">Loading…</p>}
      {result && result.ports.length > 0 && (
        <ul className="port-list" aria-labelledby={headingId}>
          {result.ports.map((port) => (
            <PortRow key={port.path} port={port} onRemove={() => void remove(port.path)} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function PortRow({ port, onRemove }: { port: SerialPortView; onRemove: () => void }) {
  const { path, origin, state, device, problem } = port;
  return (
    <li className="port-row">
      <p className="port-facts">
        <span className="mono">{path}</span>
        <span className="dim">
          {STATE_WORDS[state]}, {ORIGIN_WORDS[origin]}
        </span>
        {device !== null && <Link href={deviceRoute({ family: 'usb', serial: device })}>{device}</Link>}
      </p>
      {origin === 'added' && (
        <button type="button" className="icon-button" aria-label={`Remove ${path}`} title="Remove" onClick={onRemove}>
          <X aria-hidden size={15} />
        </button>
      )}
      {problem && (
        <div className="port-problem">
          <p>{problem.text}</p>
          <Remedy text={problem.remedy} />
        </div>
      )}
    </li>
  );
}
