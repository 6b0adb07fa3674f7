import { ExternalLink } from 'lucide-react';
import { Link } from 'wouter';
import { desktopBridge } from '../../app/desktop.ts';
import { CopyableCommand } from '../../components/copyable-command.tsx';
import { AddSerialPort } from '../devices/add-serial-port.tsx';
import { NEW_GATEWAY_ROUTE, NEW_REMOTE_ROUTE } from '../gateways/routes.ts';

export function ManualSetup() {
  const bridge = desktopBridge();
  return (
    <section className="first-section" aria-labelledby="first-ways">
      <h3 id="first-ways">Connected another way?</h3>
      <dl className="first-ways">
        <div>
          <dt>Serial port that is not detected</dt>
          <dd>
            {bridge ? (
              <AddSerialPort add={() => bridge.addSerialPort()} />
            ) : (
              <>
                <p className="dim">Start Mensura with the name of the port. Repeat the flag for more ports.</p>
                <CopyableCommand text="npm run service -- --serial-port /dev/ttyS0" what="the command" />
              </>
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
          <dt>Your own program</dt>
          <dd>
            <a href="/docs" target="_blank" rel="noreferrer">
              API documentation
            </a>{' '}
            <ExternalLink aria-hidden size={13} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
