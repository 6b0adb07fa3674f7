// A setup file runs for every test file; a hook in a module that files share would be the first one's alone.
import { afterAll } from 'vitest';
import { endAll } from './at-end.ts';

afterAll(endAll);
