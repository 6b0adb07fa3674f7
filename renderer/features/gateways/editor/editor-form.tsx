/** The form of a gateway. */
import type { GatewayVerdict, GatewayView } from '../../../../service/contract/index.ts';
import { EntryForm, type EntryFormProps } from '../../../components/entries/entry-form.tsx';
import { GatewayFields } from '../fields/gateway-fields.tsx';
import { KindField } from '../fields/kind-field.tsx';
import { formText, type GatewayForm } from '../form/gateway-form.ts';
import { FoundOffers } from '../offers/found-offers.tsx';
import { VerdictMore } from './verdict-more.tsx';

export type EditorFormProps = Omit<
  EntryFormProps<GatewayView, GatewayForm, GatewayVerdict>,
  'formText' | 'more' | 'children'
>;

export function EditorForm(props: EditorFormProps) {
  return (
    <EntryForm {...props} formText={formText} more={VerdictMore}>
      {/* What is stored stays of its kind: another kind is another gateway. */}
      {props.isNew && <KindField />}
      {props.isNew && <FoundOffers />}
      <GatewayFields />
    </EntryForm>
  );
}
