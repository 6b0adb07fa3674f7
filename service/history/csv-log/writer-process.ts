/** Entry of the process that writes CSV files: a separate one, because their disk may hang. */
import { answerService } from '../../support/helper-process.ts';
import { createRowService, type RowRequest } from './row-service.ts';

const answer = createRowService();
answerService((message) => answer(message as RowRequest));
