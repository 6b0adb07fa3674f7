import { Link } from 'wouter';
import { useLive, useReadable } from '../../../data/react.ts';
import { runRoute } from '../routes.ts';

/** A link to the active run of an automatic run, by its name once it is known. */
export function ActiveRun({ id }: { id: number }) {
  const record = useReadable(useLive().runs.known).get(String(id));
  return (
    <Link href={runRoute(id)}>
      <bdi>{record?.view.name ?? `Run ${id}`}</bdi>
    </Link>
  );
}
