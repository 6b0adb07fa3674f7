/** The lines that make a request, in the language of the user's choice, to copy. */
import { serviceAddress } from '../../app/address.ts';
import type { ApiCall } from '../../data/api/call.ts';
import { linesOf } from '../../data/api/lines/index.ts';
import { CodeBlock } from './code-block.tsx';
import { useLanguage } from './language.ts';

export interface LinesBlockProps {
  call: ApiCall;
  /** What the lines are: "Python: Devices". */
  what: string;
}

export function LinesBlock({ call, what }: LinesBlockProps) {
  const language = useLanguage();
  return (
    <CodeBlock
      text={linesOf(language, call, serviceAddress())}
      what={what}
      // A command of a shell may be long; the lines of a program are short.
      wraps={language === 'curl' || language === 'powershell'}
    />
  );
}
