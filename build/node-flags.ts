/**
 * For a process that loads TypeScript in several threads. Node strips types by WebAssembly in each of them, and V8 13.6
 * may free a wrapper that another thread just took: the process dies. What is built has no types to strip.
 */
export const FROM_TYPESCRIPT: readonly string[] = ['--no-wasm-code-gc'];
