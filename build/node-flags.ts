/**
 * For processes that load TypeScript in several threads. Node strips types with WebAssembly in each thread, and V8 13.6
 * may free a wrapper that another thread uses, which crashes the process.
 */
export const TYPESCRIPT_NODE_FLAGS: readonly string[] = ['--no-wasm-code-gc'];
