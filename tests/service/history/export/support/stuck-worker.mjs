/** A thread that never says anything, and hears nothing. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
