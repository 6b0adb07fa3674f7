/** Lines of a program or of an answer, to read and to copy. */
import { CopyButton } from '../../components/copy-button.tsx';

export interface CodeBlockProps {
  text: string;
  /** What it is: "the lines for curl". */
  what: string;
  /** Long lines go on in the next one. */
  wraps?: boolean;
  /** No taller than this part of the window; what is beyond is scrolled to. */
  isBounded?: boolean;
}

export function CodeBlock({ text, what, wraps = false, isBounded = false }: CodeBlockProps) {
  return (
    <div className="code-block">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className="mono" tabIndex={0} data-wraps={wraps || undefined} data-bounded={isBounded || undefined}>
        {text}
      </pre>
      <CopyButton text={text} what={what} className="link-button" />
    </div>
  );
}
