/** What stands in the middle while there is no client: what a broker is, and how to try one. */
import { Rss } from 'lucide-react';
import { Link } from 'wouter';
import { CopyableCommand } from '../../components/copyable-command.tsx';
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
          <h3>Have a broker</h3>
          <p>
            Home Assistant brings one as an add-on; plants and clouds often have one. Ask for its host, its port, a user
            name and a password.
          </p>
          <p>
            Or try one on this computer: Mosquitto is free and small. It listens on localhost, port 1883, which is what
            a new client suggests. On Debian and Ubuntu:
          </p>
          <CopyableCommand text="sudo apt install mosquitto mosquitto-clients" what="the command" />
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
