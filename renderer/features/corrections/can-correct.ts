import type { AppDevice, ChannelDefinition } from '../../../service/contract/index.ts';
import { isUncorrected } from '../../data/corrections/labels.ts';

/** Whether a channel can be corrected: a measured one, not computed from others. */
export function canCorrect({ family }: Pick<AppDevice, 'family'>, { label, details }: ChannelDefinition): boolean {
  return family !== 'computed' && !details.virtual && !isUncorrected(label);
}
