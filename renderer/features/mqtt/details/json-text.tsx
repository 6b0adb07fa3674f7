/** JSON for a narrow place: breaks only after commas, colons and braces. */
import { Fragment } from 'react';

export function JsonText({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[,:{])/).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts may repeat
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </>
  );
}
