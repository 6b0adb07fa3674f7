/** What stands in the middle while there is no client: what a broker is, and how to try one. */
import { Rss } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { NEW_ROUTE } from './routes.ts';

export function NoClients({ onImport }: { onImport: () => void }) {
  return (
    <EmptyState icon={<Rss aria-hidden size={26} />} title="No MQTT client is set up">
      <p className="dim">
        An MQTT client sends every reading to a broker: a program that hands messages on to everyone who has asked for
        them, such as a database, a dashboard or a home automation. You need the address of one.
      </p>
      <ol className="steps">
        <li>
          <h3>Use a broker that is there</h3>
          <p>
            Home Assistant brings one as an add-on; plants and clouds often have one. Ask for its host, its port, a user
            name and a password.
          </p>
        </li>
        <li>
          <h3>Or try one on this computer</h3>
          <p>
            Mosquitto is free and small. On Debian and Ubuntu:{' '}
            <span className="mono">sudo apt install mosquitto mosquitto-clients</span>. It then listens on localhost,
            port 1883, which is what a new client suggests.
          </p>
        </li>
        <li>
          <h3>Add a client</h3>
          <p>Its name becomes the beginning of every topic. Test the connection before you save it.</p>
        </li>
      </ol>
      <p className="entry-view-actions">
        <Link href={NEW_ROUTE} className="button primary">
          Add client
        </Link>
        <button type="button" className="button" onClick={onImport}>
          Import from a file
        </button>
      </p>
    </EmptyState>
  );
}
