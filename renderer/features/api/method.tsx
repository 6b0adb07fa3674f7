/** The method of a route, in a box of its own width. */
export function Method({ method }: { method: string }) {
  return (
    <span className="api-method" data-method={method}>
      {method}
    </span>
  );
}
