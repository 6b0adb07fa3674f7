import { serviceAddress } from '../../app/follow-address.ts';
import type { ApiCall } from '../../data/api/call.ts';
import { linesOf } from '../../data/api/code-samples/index.ts';
import { CodeBlock } from './code-block.tsx';
import { useLanguage } from './language-segments.tsx';

export interface LinesBlockProps {
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
