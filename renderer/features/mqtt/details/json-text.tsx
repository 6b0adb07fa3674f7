/** JSON in a narrow place: its lines break behind a comma, a colon or a brace, and a number or a word stays whole. */
import { Fragment } from 'react';

export function JsonText({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[,:{])/).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same part can stand twice
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </>
  );
}
