import { Send } from 'lucide-react';
import { Link } from 'wouter';
import { rawRoute } from '../../app/guarded-location.ts';
import { Panes } from '../../app/panes.tsx';
import { NARROW, useMedia } from '../../app/use-media.ts';
import { EntryList, useFirstEntry } from '../../components/config-editor/entry-list.tsx';
import { useFacts } from '../../components/config-editor/use-facts.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { readDestinations } from '../../data/destinations/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { ALARMS_ROUTE } from '../alarms/routes.ts';
import { DestinationRow } from './destination-row.tsx';
import { DESTINATIONS } from './destinations.ts';
import { DestinationDetails } from './details/destination-details.tsx';
import { DestinationEditor } from './editor/destination-editor.tsx';
import { NewDestination } from './editor/new-destination.tsx';
import { destinationTarget, NEW_DESTINATION_ROUTE, NOTIFICATIONS_ROUTE } from './routes.ts';
import { SoundOption } from './sound/sound-option.tsx';

export function NotificationsPage() {
  const target = destinationTarget(useReadable(rawRoute));
  const { destinations } = useLive();
  const isEmpty = useReadable(destinations.list).length === 0;
  const id = 'id' in target ? target.id : '';
  const record = useReadable(destinations.known).get(id);
  const facts = useFacts(readDestinations);
  useFirstEntry(DESTINATIONS, target.kind === 'none');

  const shownRecord = target.kind === 'destination' ? record : undefined;
  const isNew = target.kind === 'new' || (target.kind === 'copy' && record !== undefined);
  return (
    <Panes
      id="notifications"
      listSizes={[334, 284]}
      mainFirst={target.kind !== 'none' || isEmpty}
      list={
        <EntryList
          entries={DESTINATIONS}
          heading="Notifications"
          selected={shownRecord ? id : ''}
          above={<SoundOption />}
          row={DestinationRow}
        />
      }
      main={
        shownRecord ? (
          <DestinationEditor key={`destination ${id}`} record={shownRecord} facts={facts} />
        ) : isNew ? (
          <NewDestination key={`${target.kind} ${id}`} original={record?.view ?? null} facts={facts} />
        ) : (
          <NothingToShow
            what="the destinations"
            missing={
              id !== '' && {
                title: `Destination “${id}” not found`,
                text: 'It may have been deleted, or added again with a new ID.',
                listRoute: NOTIFICATIONS_ROUTE,
                listWord: 'Show all destinations',
              }
            }
          >
            {/* With destinations, the first one is about to be selected. */}
            {isEmpty && <NoDestinations />}
          </NothingToShow>
        )
      }
      details={shownRecord ? <DestinationDetails key={id} destination={shownRecord.view} /> : null}
      detailsTitle="Destination details"
    />
  );
}

function NoDestinations() {
  // A narrow window shows no list without entries, and so not the option above it.
  const isNarrow = useMedia(NARROW);
  return (
    <EmptyState icon={<Send aria-hidden size={26} />} title="No destinations">
      <p className="dim">
        Mensura notifies you of alarms even when nobody is watching this window: by e-mail, by push notification, or in
        a chat or another program. If a server is unreachable, notifications wait and are sent later.
      </p>
      <ol className="steps">
        <li>
          <h3>Add a destination</h3>
          <p>
            E-mail sends to a mailbox. ntfy sends push notifications to phones. A webhook sends JSON to chats and other
            programs.
          </p>
        </li>
        <li>
          <h3>Send a test message</h3>
          <p>The test names the step that failed and the remedy.</p>
        </li>
        <li>
          <h3>Monitor Mensura itself</h3>
          <p>
            A heartbeat requests the URL of a monitoring service at regular intervals. The service notifies you when the
            requests stop.
          </p>
        </li>
      </ol>
      <p className="dim">
        Alarms come from <Link href={ALARMS_ROUTE}>alarm rules</Link>.
      </p>
      <p className="entry-view-actions">
        <Link href={NEW_DESTINATION_ROUTE} className="button primary">
          Add destination
        </Link>
      </p>
      {isNarrow && <SoundOption />}
    </EmptyState>
  );
}
