import { ScrollArea } from './scroll-area.tsx';
import { textParts } from './text-parts.ts';

/** Plain text: line breaks stay, addresses are links. */
export function TextTile({ text, title }: { text: string; title: string }) {
  return (
    <ScrollArea className="text-tile" label={`${title}, text`}>
      {textParts(text).map(({ text: part, isLink }, index) =>
        isLink ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts of a fixed text
          <a key={index} href={part} target="_blank" rel="noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </ScrollArea>
  );
}
