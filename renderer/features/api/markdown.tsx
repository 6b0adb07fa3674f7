/** Text with code between backticks. */
export function InlineMarkdown({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the same word can stand twice
      <code key={index} className="mono">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

/** Paragraphs and lists, the Markdown that descriptions use. */
export function Markdown({ text }: { text: string }) {
  if (text === '') return null;
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n');
    if (!lines.every((line) => line.startsWith('- '))) {
      return (
        <p key={block}>
          <InlineMarkdown text={block} />
        </p>
      );
    }
    return (
      <ul key={block} className="api-prose-list">
        {lines.map((line) => (
          <li key={line}>
            <InlineMarkdown text={line.slice(2)} />
          </li>
        ))}
      </ul>
    );
  });
}
