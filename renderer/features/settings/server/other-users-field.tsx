import { SelectField } from '../../../components/form/select-field.tsx';
import { useFormField } from '../../../components/form/use-field.ts';
import type { ServiceForm } from '../form/service-form.ts';
import { OverrideHint } from '../override-hint.tsx';
import { useSettingsInfo } from '../settings-info-context.ts';

const LABEL = 'Other users of this computer';

const CHOICES = [
  { value: 'writes', word: 'Can read' },
  { value: 'everything', word: 'Have no access' },
  { value: 'nothing', word: 'Can read and change everything' },
] as const satisfies readonly { value: ServiceForm['refuse_other_users']; word: string }[];

export function OtherUsersField() {
  const { answer: facts } = useSettingsInfo();
  return facts?.knows_other_users === false ? <NotAvailable /> : <Choice />;
}

function Choice() {
  return (
    <SelectField
      label={LABEL}
      {...useFormField<ServiceForm>('refuse_other_users')}
      options={CHOICES}
      hint={
        <OverrideHint name="refuse_other_users" usual="Can read">
          Applies to every account except yours and root. Accounts that can read can also add and delete MQTT clients
          through the expert operations, but cannot change anything else. Accounts without access can use neither the
          API nor these pages.
        </OverrideHint>
      }
    />
  );
}

function NotAvailable() {
  return (
    <div className="form-group">
      <span className="form-label">{LABEL}</span>
      <p className="form-hint">
        Can read and change everything. This system does not report which user a connection belongs to, so access cannot
        be limited.
      </p>
    </div>
  );
}
