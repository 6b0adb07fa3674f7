/**
 * Zod compiles validators from text if it can. The page's content security policy forbids that, and the browser reports
 * each attempt. Import this before any schema is created.
 */
import * as z from 'zod';

z.config({ jitless: true });
