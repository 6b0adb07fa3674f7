import { Rss } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { rawRoute } from '../../app/guarded-location.ts';
import { Panes } from '../../app/panes.tsx';
import { useFirstEntry } from '../../components/config-editor/entry-list.tsx';
import { useFacts } from '../../components/config-editor/use-facts.ts';
import { CopyableCommand } from '../../components/copyable-command.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { readClients } from '../../data/mqtt/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { ValueStore } from '../../data/store.ts';
import { ClientList } from './client-list.tsx';
import { CLIENTS } from './clients.ts';
import { ClientDetails } from './details/client-details.tsx';
import { ClientEditor } from './editor/client-editor.tsx';
import { NewClient } from './editor/new-client.tsx';
import type { ClientForm } from './form/client-form.ts';
import { useImport } from './import/import-dialog.tsx';
import './mqtt.css';
import { MQTT_ROUTE, mqttTarget, NEW_ROUTE } from './routes.ts';

export function MqttPage() {
  const target = mqttTarget(useReadable(rawRoute));
  const { clients } = useLive();
  const isEmpty = useReadable(clients.list).length === 0;
  const identifier = 'identifier' in target ? target.identifier : '';
  const record = useReadable(clients.known).get(identifier);
  const facts = useFacts(readClients);
  const importer = useImport();
  const [draft] = useState(() => new ValueStore<ClientForm | null>(null));
  useFirstEntry(CLIENTS, target.kind === 'none');

  const shownRecord = target.kind === 'client' ? record : undefined;
  const isNew = target.kind === 'new' || (target.kind === 'copy' && record !== undefined);
  const shared = { facts, draft };
  return (
    <>
      <Panes
        id="mqtt"
        listSizes={[334, 284]}
        mainFirst={target.kind !== 'none' || isEmpty}
        list={<ClientList selected={shownRecord ? identifier : ''} onImport={importer.choose} />}
        main={
          shownRecord ? (
            <ClientEditor key={`client ${identifier}`} record={shownRecord} {...shared} />
          ) : isNew ? (
            <NewClient key={`${target.kind} ${identifier}`} original={record?.view ?? null} {...shared} />
          ) : (
            <NothingToShow
              what="the MQTT clients"
              missing={
                identifier !== '' && {
                  title: `MQTT client “${identifier}” not found`,
                  text: 'It may have been deleted.',
                  listRoute: MQTT_ROUTE,
                  listWord: 'Show all clients',
                }
              }
            >
              {/* With clients, the first one is about to be selected. */}
              {isEmpty && <NoClients onImport={importer.choose} />}
            </NothingToShow>
          )
        }
        details={shownRecord || isNew ? <ClientDetails client={shownRecord?.view ?? null} {...shared} /> : null}
        detailsTitle="Client details"
      />
      {importer.element}
    </>
  );
}

function NoClients({ onImport }: { onImport: () => void }) {
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
            To try MQTT on this computer, install Mosquitto, a free broker. It listens on localhost:1883, the default
            for new clients. On Debian and Ubuntu:
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
