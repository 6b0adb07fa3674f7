import { Database } from 'lucide-react';
import { Link } from 'wouter';
import { rawRoute } from '../../app/guarded-location.ts';
import { Panes } from '../../app/panes.tsx';
import { EntryList, useFirstEntry } from '../../components/config-editor/entry-list.tsx';
import { useFacts } from '../../components/config-editor/use-facts.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { readDatabases } from '../../data/databases/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { DatabaseRow } from './database-row.tsx';
import { DATABASES } from './databases.ts';
import { DatabaseDetails } from './details/database-details.tsx';
import { DatabaseEditor } from './editor/database-editor.tsx';
import { NewDatabase } from './editor/new-database.tsx';
import { DATABASES_ROUTE, databaseTarget, NEW_DATABASE_ROUTE } from './routes.ts';

export function DatabasesPage() {
  const target = databaseTarget(useReadable(rawRoute));
  const { databases } = useLive();
  const isEmpty = useReadable(databases.list).length === 0;
  const id = 'id' in target ? target.id : '';
  const record = useReadable(databases.known).get(id);
  const facts = useFacts(readDatabases);
  useFirstEntry(DATABASES, target.kind === 'none');

  const shownRecord = target.kind === 'database' ? record : undefined;
  const isNew = target.kind === 'new' || (target.kind === 'copy' && record !== undefined);
  return (
    <Panes
      id="databases"
      listSizes={[334, 284]}
      mainFirst={target.kind !== 'none' || isEmpty}
      list={<EntryList entries={DATABASES} selected={shownRecord ? id : ''} row={DatabaseRow} />}
      main={
        shownRecord ? (
          <DatabaseEditor key={`database ${id}`} record={shownRecord} facts={facts} />
        ) : isNew ? (
          <NewDatabase key={`${target.kind} ${id}`} original={record?.view ?? null} facts={facts} />
        ) : (
          <NothingToShow
            what="the databases"
            missing={
              id !== '' && {
                title: `Database “${id}” not found`,
                text: 'It may have been deleted, or added again with a new ID.',
                listRoute: DATABASES_ROUTE,
                listWord: 'Show all databases',
              }
            }
          >
            {/* With databases, the first one is about to be selected. */}
            {isEmpty && <NoDatabases />}
          </NothingToShow>
        )
      }
      details={
        shownRecord ? (
          <DatabaseDetails key={id} database={shownRecord.view} simulatedWritten={facts?.simulated_written ?? null} />
        ) : null
      }
      detailsTitle="Database details"
    />
  );
}

function NoDatabases() {
  return (
    <EmptyState icon={<Database aria-hidden size={26} />} title="No databases">
      <p className="dim">
        Mensura writes every reading to time-series databases: InfluxDB, VictoriaMetrics, or others that accept the line
        protocol. While a server is unreachable, readings wait on this computer’s disk.
      </p>
      <ol className="steps">
        <li>
          <h3>Create a database</h3>
          <p>
            Create a database or bucket on the server, and a user or token that may write to it. VictoriaMetrics needs
            neither.
          </p>
        </li>
        <li>
          <h3>Add it here</h3>
          <p>Enter its URL and test the connection. The test names the step that failed and the remedy.</p>
        </li>
        <li>
          <h3>Write stored readings, too</h3>
          <p>A backfill writes the readings of the history in a range. Writing a reading twice changes nothing.</p>
        </li>
      </ol>
      <p className="entry-view-actions">
        <Link href={NEW_DATABASE_ROUTE} className="button primary">
          Add database
        </Link>
      </p>
    </EmptyState>
  );
}
