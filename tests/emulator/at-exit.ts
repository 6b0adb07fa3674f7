/** Last jobs of this process, behind one listener however many instruments there are. */
const jobs = new Set<() => void>();
let listening = false;

/** Runs a short synchronous job when the process exits; the answered function takes it back. */
export function atExit(job: () => void): () => void {
  if (!listening) {
    listening = true;
    process.once('exit', () => {
      for (const last of jobs) last();
    });
  }
  jobs.add(job);
  return () => void jobs.delete(job);
}
