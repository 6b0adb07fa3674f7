import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service serves `index.html` at its root and the rest under `/assets/`, where names carry a digest. */
export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    assetsInlineLimit: 0,
    // Served over loopback: one file that is there at once beats several that wait for each other. In kilobytes.
    chunkSizeWarningLimit: 1000,
  },
  worker: { format: 'es' },
});
