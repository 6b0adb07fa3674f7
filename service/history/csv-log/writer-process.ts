/** The process that writes CSV files: their folder may be on a disk that hangs. */
import { answerService } from '../../support/helper-process.ts';
import { createRowService, type RowRequest } from './row-service.ts';

const answer = createRowService();
answerService((message) => answer(message as RowRequest));
