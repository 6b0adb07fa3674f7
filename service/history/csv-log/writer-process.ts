/** Entry of the process that writes CSV files: a separate one, because their disk may hang. */
import { serveMessages } from '../../support/helper-process.ts';
import { createRowService, type RowRequest } from './row-service.ts';

const handleRequest = createRowService();
serveMessages((message) => handleRequest(message as RowRequest));
