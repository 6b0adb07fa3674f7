import { useWatch } from 'react-hook-form';
import { ReadingText } from '../../../components/reading-text.tsx';
import { type RuleForm, unitOfForm } from '../form/rule-form.ts';
import { usePresentReading } from './use-present-reading.ts';

export function CurrentValue() {
  const [channel, kept, shown] = useWatch<RuleForm, ['channel', 'kept', 'shown']>({
    name: ['channel', 'kept', 'shown'],
  });
  const reading = usePresentReading();
  const unit = unitOfForm({ kept, shown });
  return (
    <p className="present-reading">
      <span className="dim">Current value</span>
      {reading === null ? (
        <span className="dim">{channel === '' ? 'Select a channel' : 'No valid reading'}</span>
      ) : (
        <ReadingText text={unit.format(reading, channel)} unit={unit.unit} />
      )}
    </p>
  );
}
