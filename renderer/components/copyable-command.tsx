import { CopyButton } from './copy-button.tsx';
import './copyable-command.css';

export interface CopyLineProps {
  text: string;
  /** Object of the button's name: "the address". */
  what: string;
}

export function CopyableCommand({ text, what }: CopyLineProps) {
  return (
    <div className="copy-line">
      <code className="mono">
        {text.split(' ').map((word, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- words may repeat
          <span key={index}>
            {index > 0 && ' '}
            <span className="copy-line-word">{word}</span>
          </span>
        ))}
      </code>
      <CopyButton text={text} what={what} className="link-button" />
    </div>
  );
}
