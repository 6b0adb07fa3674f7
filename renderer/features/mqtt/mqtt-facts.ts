import type { MqttClients } from '../../../service/contract/index.ts';

export type MqttFacts = Pick<MqttClients, 'secret_storage' | 'simulated_published'>;
