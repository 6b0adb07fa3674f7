/** A path that may wrap before a slash. */
export function PathText({ path }: { path: string }) {
  return path.split('/').map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the same part can stand twice
    <span key={index}>
      {index > 0 && (
        <>
          <wbr />/
        </>
      )}
      {part}
    </span>
  ));
}

export function Method({ method }: { method: string }) {
  return (
    <span className="api-method" data-method={method}>
      {method}
    </span>
  );
}
