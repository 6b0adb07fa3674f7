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
    // One: what is read later must not change what was styled already.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // In one file they run in the order of their imports: zod is set up before the first schema is made.
          groups: [{ name: 'contract', test: /node_modules\/zod\/|renderer\/data\/zod\.ts|service\/contract\// }],
        },
      },
    },
  },
  worker: { format: 'es' },
});
