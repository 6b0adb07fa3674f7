import { useController } from 'react-hook-form';
import { GATEWAY_LABELS, type GatewayForm } from '../form/gateway-form.ts';

const KINDS: readonly { value: GatewayForm['kind']; word: string; text: string }[] = [
  {
    value: 'sensgate',
    word: 'SensGate',
    text: 'A Dracal gateway on your network, read over HTTP.',
  },
  {
    value: 'mqtt',
    word: 'Remote Mensura',
    text: 'Readings that Mensura on another computer publishes to a broker.',
  },
];

export function KindField() {
  const { field } = useController<GatewayForm, 'kind'>({ name: 'kind' });
  return (
    <fieldset className="form-group">
      <legend className="form-label">{GATEWAY_LABELS['kind']}</legend>
      <div className="kind-cards">
        {KINDS.map(({ value, word, text }) => (
          <label key={value} className="kind-card">
            <input
              type="radio"
              name="kind"
              data-field="kind"
              value={value}
              checked={field.value === value}
              onChange={() => field.onChange(value)}
              onBlur={field.onBlur}
              {...(field.value === value && { ref: field.ref })}
            />
            <span>
              <span className="kind-card-word">{word}</span>
              <span className="dim">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
