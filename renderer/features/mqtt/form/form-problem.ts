/** What checking a form goes by, and what it finds. */
import type { MqttClientView } from '../../../../service/contract/index.ts';

export interface FormProblem {
  /** The field's path in the form, which is its path in the API. */
  path: string;
  /** A sentence. */
  message: string;
}

export interface FormRules {
  /** The client as it is stored; null for one that is new. */
  stored: MqttClientView | null;
  /** All clients there are. */
  clients: readonly MqttClientView[];
}
