import type { ProtocolName } from '../../../../service/contract/index.ts';
import { MODE_HELP, MODE_WORDS } from '../../../data/devices/labels.ts';

export function ModeBadge({ mode }: { mode: ProtocolName }) {
  return (
    <span className="badge plain" title={`${MODE_WORDS[mode]} mode: ${MODE_HELP[mode]}.`}>
      {MODE_WORDS[mode]}
      <span className="visually-hidden"> mode</span>
    </span>
  );
}
