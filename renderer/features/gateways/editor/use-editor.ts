import type { GatewayTestResult, GatewayView } from '../../../../service/contract/index.ts';
import {
  type EntryEditor,
  type EntryEditorOptions,
  useEntryEditor,
} from '../../../components/config-editor/use-form-editor.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { testGateway } from '../../../data/gateways/requests.ts';
import {
  checkForm,
  configurationText,
  formOfGateway,
  formText,
  GATEWAY_LABELS,
  type GatewayForm,
  inputOfForm,
} from '../form/gateway-form.ts';

export type Editor = EntryEditor<GatewayView, GatewayForm, GatewayTestResult>;

const GATEWAY_FORM: FormDefinition<GatewayView, GatewayForm> = {
  labels: GATEWAY_LABELS,
  formOf: formOfGateway,
  formText,
  configurationText,
};

export type EditorOptions = Omit<
  EntryEditorOptions<GatewayView, GatewayForm, GatewayTestResult>,
  'kind' | 'check' | 'tryOut'
>;

export function useEditor(options: EditorOptions): Editor {
  return useEntryEditor({
    ...options,
    kind: GATEWAY_FORM,
    check: checkForm,
    tryOut: (form, signal) => testGateway(inputOfForm(form), signal),
  });
}
