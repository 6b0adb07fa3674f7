export function Method({ method }: { method: string }) {
  return (
    <span className="api-method" data-method={method}>
      {method}
    </span>
  );
}
