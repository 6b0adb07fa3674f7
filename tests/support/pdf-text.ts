import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './programs.ts';

/** The lines of a PDF file as a person sees them, each with single spaces. */
export async function pdfLines(file: string): Promise<string[]> {
  const program = findProgram('pdftotext');
  if (!program) throw new Error('pdftotext is missing. On Debian or Ubuntu: apt-get install poppler-utils');
  const { stdout } = await promisify(execFile)(program, ['-layout', file, '-']);
  return stdout.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));
}
