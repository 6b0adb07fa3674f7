/** The hash route of the report of a run, `/runs/12/report`. */

const ROUTE = /^\/runs\/(\d{1,15})\/report$/;

/** ID of the run whose report a route shows; undefined for another route. */
export function reportedRunOf(route: string): number | undefined {
  const id = ROUTE.exec(route)?.[1];
  return id === undefined ? undefined : Number(id);
}
