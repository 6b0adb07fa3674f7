import { Router } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { SENSGATE_CAVEAT } from '../../data/gateways/labels.ts';
import { NEW_GATEWAY_ROUTE, NEW_REMOTE_ROUTE } from './routes.ts';

export function NoGateways() {
  return (
    <EmptyState icon={<Router aria-hidden size={26} />} title="No gateways">
      <p className="dim">
        A gateway forwards readings from devices that are not connected to this computer. Its devices appear in their
        own group on the Devices page and in the API.
      </p>
      <section className="gateway-way">
        <h3>SensGate on your network</h3>
        <ol className="steps">
          <li>
            <p>Connect the SensGate to your network and find its address in your router’s device list.</p>
          </li>
          <li>
            <p>Enter the address and test the connection. The test lists the SensGate’s devices.</p>
          </li>
        </ol>
        <p className="dim">{SENSGATE_CAVEAT}</p>
        <p>
          <Link href={NEW_GATEWAY_ROUTE} className="button primary">
            Add SensGate
          </Link>
        </p>
      </section>
      <section className="gateway-way">
        <h3>Mensura on other computers</h3>
        <ol className="steps">
          <li>
            <p>
              On each computer, add an MQTT client for the same broker. Give the clients a common prefix:{' '}
              <span className="mono">fleet/hall-1</span>, <span className="mono">fleet/hall-2</span>.
            </p>
          </li>
          <li>
            <p>On this computer, add an MQTT client for that broker with a different name.</p>
          </li>
          <li>
            <p>
              Add a remote Mensura with the prefix <span className="mono">fleet/+</span>, which matches all of them.
            </p>
          </li>
        </ol>
        <p>
          <Link href={NEW_REMOTE_ROUTE} className="button">
            Add remote Mensura
          </Link>
        </p>
      </section>
    </EmptyState>
  );
}
