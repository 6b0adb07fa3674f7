import { useFormField } from '../../../components/form/use-field.ts';
import type { GatewayForm } from '../form/gateway-form.ts';

export const useField = useFormField<GatewayForm>;
