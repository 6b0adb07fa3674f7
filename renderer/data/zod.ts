/**
 * Zod makes faster validators from text where it may. This page's policy forbids that, and the browser reports each
 * attempt. Imported before any schema is made.
 */
import * as z from 'zod';

z.config({ jitless: true });
