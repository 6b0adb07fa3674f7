import { serviceAddress } from '../../app/address.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import type { ApiCall } from '../../data/api/call.ts';
import { linesOf } from '../../data/api/code-samples/index.ts';
import { useLanguage } from './language-segments.tsx';

export interface CodeBlockProps {
  text: string;
  /** Object of the copy button: "the curl code sample". */
  what: string;
  wraps?: boolean;
  /** Limits the height; the rest scrolls. */
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

interface LinesBlockProps {
  call: ApiCall;
  /** Object of the copy button: "the Python code sample". */
  what: string;
}

export function LinesBlock({ call, what }: LinesBlockProps) {
  const language = useLanguage();
  return (
    <CodeBlock
      text={linesOf(language, call, serviceAddress())}
      what={what}
      // Shell commands are one long line.
      wraps={language === 'curl' || language === 'powershell'}
    />
  );
}
