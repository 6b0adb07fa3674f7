import { Upload } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { forceNavigate } from '../../app/guarded-location.ts';
import { BackLink } from '../../components/back-link.tsx';
import { useAction } from '../../components/config-editor/use-action.ts';
import { TextField } from '../../components/form/field.tsx';
import { createDashboard } from '../../data/dashboards/requests.ts';
import { useLive } from '../../data/react.ts';
import { DASHBOARD_LIST_ROUTE, dashboardRoute } from './routes.ts';
import { useImport } from './use-import.tsx';

/** Asks for a name, and opens the new dashboard for editing. */
export function NewDashboard() {
  const { dashboards } = useLive();
  const { run, busy, failure } = useAction();
  const { choose, element } = useImport();
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const trimmed = name.trim();
    setError(trimmed === '' ? 'Enter a name.' : '');
    if (trimmed === '') return;
    const added = await run(() => createDashboard({ name: trimmed, tiles: [] }));
    if (!added) return;
    dashboards.accept(added);
    forceNavigate(dashboardRoute(added.id, 'edit'), { replace: true });
  };
  return (
    <article className="entry-view" aria-label="New dashboard">
      <header className="entry-header">
        <div className="entry-identity">
          <BackLink href={DASHBOARD_LIST_ROUTE}>Dashboards</BackLink>
          <h2>New dashboard</h2>
          <p className="entry-facts dim">A page of tiles with values, charts, tables and texts</p>
        </div>
      </header>
      <form className="form-section new-dashboard" onSubmit={(event) => void add(event)} noValidate>
        <TextField
          label="Name"
          name="name"
          value={name}
          maxLength={80}
          placeholder="Cold room"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of a page that was opened to fill it
          autoFocus
          error={error || failure?.message}
          onChange={({ target }) => setName(target.value)}
        />
        <button type="submit" className="button primary" disabled={busy}>
          Add dashboard
        </button>
      </form>
      <section className="form-section new-dashboard new-dashboard-import">
        <p className="dim">Or import a dashboard file exported by any Mensura installation.</p>
        <button type="button" className="button" data-command="import" onClick={choose}>
          <Upload aria-hidden size={14} /> Import…
        </button>
        {element}
      </section>
    </article>
  );
}
