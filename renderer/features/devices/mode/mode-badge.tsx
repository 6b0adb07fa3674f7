import type { ProtocolName } from '../../../../service/contract/index.ts';
import { MODE_MEANINGS, MODE_WORDS } from '../../../data/devices/words.ts';

export function ModeBadge({ mode }: { mode: ProtocolName }) {
  return (
    <span className="badge plain" title={`${MODE_WORDS[mode]} mode: ${MODE_MEANINGS[mode]}.`}>
      {MODE_WORDS[mode]}
      <span className="visually-hidden"> mode</span>
    </span>
  );
}
