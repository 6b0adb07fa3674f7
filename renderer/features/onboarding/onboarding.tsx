import { ExternalLink, Usb } from 'lucide-react';
import { Link } from 'wouter';
import { desktopBridge } from '../../app/desktop.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FieldError } from '../../components/form/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { NEW_COMPUTED_ROUTE } from '../computed/routes.ts';
import { ProblemTexts, useProblems } from '../devices/problem-texts.tsx';
import { NEW_GATEWAY_ROUTE, NEW_REMOTE_ROUTE } from '../gateways/routes.ts';
import { sectionRoute } from '../settings/routes.ts';
import { CheckList } from './checks/check-list.tsx';
import { useChecks } from './checks/use-checks.ts';
import './onboarding.css';
import { useState } from 'react';
import { SimulatedOffer } from './simulated/simulated.tsx';

export function Onboarding() {
  const closed = useProblems(({ code }) => code === 'usb-permission');
  return (
    <EmptyState icon={<Usb aria-hidden size={26} />} title="No devices connected">
      <p>Plug a Dracal device into a USB port. Mensura detects and reads it in USB mode and in VCP mode.</p>
      {closed.length > 0 && (
        <Notice tone="warning" title="Cannot open a connected device">
          <ProblemTexts problems={closed} />
        </Notice>
      )}
      <SimulatedOffer />
      <ComputerChecks />
      <ManualSetup />
    </EmptyState>
  );
}

function ComputerChecks() {
  const known = useChecks();
  return (
    <section className="first-section" aria-labelledby="first-checks">
      <h3 id="first-checks">Device not shown</h3>
      <CheckList known={known} isBrief />
    </section>
  );
}

function ManualSetup() {
  const bridge = desktopBridge();
  return (
    <section className="first-section" aria-labelledby="first-ways">
      <h3 id="first-ways">Other connections</h3>
      <dl className="first-ways">
        <div>
          <dt>Undetected serial port</dt>
          <dd>
            {bridge ? (
              <AddSerialPort add={() => bridge.addSerialPort()} />
            ) : (
              <Link href={sectionRoute('serial-ports')}>Add it in the settings</Link>
            )}
          </dd>
        </div>
        <div>
          <dt>Another computer or a SensGate</dt>
          <dd>
            <Link href={NEW_GATEWAY_ROUTE}>Add a SensGate</Link> or{' '}
            <Link href={NEW_REMOTE_ROUTE}>a remote Mensura</Link>
          </dd>
        </div>
        <div>
          <dt>A formula over channels</dt>
          <dd>
            <Link href={NEW_COMPUTED_ROUTE}>Add a computed channel</Link>
          </dd>
        </div>
        <div>
          <dt>Your own program</dt>
          <dd>
            <a href="/docs" target="_blank" rel="noreferrer">
              API reference
            </a>{' '}
            <ExternalLink aria-hidden size={13} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function AddSerialPort({ add }: { add: () => Promise<void> }) {
  const [failure, setFailure] = useState('');
  const choosePort = (): void => {
    setFailure('');
    add().catch((error: unknown) => {
      setFailure(error instanceof Error ? error.message : 'Cannot add the serial port');
    });
  };
  return (
    <>
      <button type="button" className="button" onClick={choosePort}>
        Add serial port…
      </button>
      <FieldError text={failure} />
    </>
  );
}
