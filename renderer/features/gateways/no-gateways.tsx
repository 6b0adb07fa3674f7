/** What stands in the middle while there is no gateway: what one is, and the two ways to have one. */
import { Router } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { SENSGATE_CAVEAT } from '../../data/gateways/labels.ts';
import { NEW_GATEWAY_ROUTE, NEW_REMOTE_ROUTE } from './routes.ts';

export function NoGateways() {
  return (
    <EmptyState icon={<Router aria-hidden size={26} />} title="No gateway is set up">
      <p className="dim">
        A gateway has instruments of its own and passes on what they measure. They show among your devices, in a group
        of their own, and the API serves them too. There are two ways.
      </p>
      <section className="gateway-way">
        <h3>A SensGate on your network</h3>
        <ol className="steps">
          <li>
            <p>Connect the SensGate to your network, and find its address: your router’s list of devices has it.</p>
          </li>
          <li>
            <p>Enter the address here and test it. It then shows the instruments that the SensGate knows.</p>
          </li>
        </ol>
        <p className="dim">{SENSGATE_CAVEAT}</p>
        <p>
          <Link href={NEW_GATEWAY_ROUTE} className="button primary">
            Add a SensGate
          </Link>
        </p>
      </section>
      <section className="gateway-way">
        <h3>Mensura on other computers, through a broker</h3>
        <ol className="steps">
          <li>
            <p>
              On each of them, add an MQTT client for one broker that all can reach. Name them alike:{' '}
              <span className="mono">fleet/hall-1</span>, <span className="mono">fleet/hall-2</span>.
            </p>
          </li>
          <li>
            <p>Here, add an MQTT client for the same broker, under a name of its own.</p>
          </li>
          <li>
            <p>
              Add the others by their prefix: <span className="mono">fleet/+</span> stands for all of them at once.
            </p>
          </li>
        </ol>
        <p>
          <Link href={NEW_REMOTE_ROUTE} className="button">
            Add other Mensuras
          </Link>
        </p>
      </section>
    </EmptyState>
  );
}
