/** Where a SensGate is, and how often it is asked. */
import { SENSGATE_DEFAULTS } from '../../../../service/contract/index.ts';
import { TextField } from '../../../components/form/text-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SENSGATE_CAVEAT } from '../../../data/gateways/labels.ts';
import { useField } from './use-field.ts';

export function SensgateFields() {
  return (
    <>
      <div className="form-grid">
        <TextField label="Name" {...useField('name')} hint="Your own name for it." />
        <TextField
          label="Period"
          unit="s"
          inputMode="decimal"
          {...useField('period_ms')}
          hint="How often it is asked for readings."
        />
        <TextField
          label="Host"
          mono
          placeholder="192.168.40.1"
          {...useField('host')}
          hint="Its name or address in your network."
        />
        <TextField
          label="Port"
          mono
          inputMode="numeric"
          {...useField('port')}
          hint={`A SensGate answers on port ${SENSGATE_DEFAULTS.port}.`}
        />
      </div>
      <Notice tone="info" title="Not tried with the hardware">
        <p>{SENSGATE_CAVEAT}</p>
        <p>Use the test: it shows an answer that is not understood as it came.</p>
      </Notice>
    </>
  );
}
