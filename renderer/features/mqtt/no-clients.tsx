import { Rss } from 'lucide-react';
import { Link } from 'wouter';
import { CopyableCommand } from '../../components/copyable-command.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NEW_ROUTE } from './routes.ts';

export function NoClients({ onImport }: { onImport: () => void }) {
  return (
    <EmptyState icon={<Rss aria-hidden size={26} />} title="No MQTT clients">
      <p className="dim">
        An MQTT client publishes every reading to a broker, which forwards it to subscribers such as databases,
        dashboards or home automation. You need the address of a broker.
      </p>
      <ol className="steps">
        <li>
          <h3>Get a broker</h3>
          <p>
            Home Assistant offers a broker as an add-on; many plants and cloud services run one. Ask for its host, port,
            username and password.
          </p>
          <p>
            To try MQTT on this computer, install Mosquitto, a small free broker. It listens on localhost:1883, the
            default for new clients. On Debian and Ubuntu:
          </p>
          <CopyableCommand text="sudo apt install mosquitto mosquitto-clients" what="the command" />
        </li>
        <li>
          <h3>Add a client</h3>
          <p>Its name is the first part of every topic. Test the connection before you add it.</p>
        </li>
      </ol>
      <p className="entry-view-actions">
        <Link href={NEW_ROUTE} className="button primary">
          Add client
        </Link>
        <button type="button" className="button" onClick={onImport}>
          Import…
        </button>
      </p>
    </EmptyState>
  );
}
