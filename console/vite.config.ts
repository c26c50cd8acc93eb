// How Vite builds the console: every address below /console/, a mark where the server writes each
// response's nonce, nothing inlined as data: (the policy of the page forbids it).

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// biome-ignore lint/style/noDefaultExport: the form in which Vite wants it
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  // Beside the packages, so that nothing is cached among the sources.
  cacheDir: fileURLToPath(new URL('../node_modules/.vite', import.meta.url)),
  plugins: [react()],
  html: { cspNonce: '__SVC_NONCE__' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
    // One file each: the packages that a first sign-in needs, its own code, the page after it, and what many other
    // pages need. Each button and icon in a file of its own would make a hundred requests of a page, and compresses
    // worse: see test/console/first-load.test.ts.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules.*js$/,
              tags: ['$initial'],
              priority: 3,
            },
            { name: 'console', test: /(?<!html|main\.tsx)$/, tags: ['$initial'], priority: 2 },
            { name: 'landing', test: /(signed-in-frame|overview-page)\.tsx$/, priority: 1 },
            { name: 'shared', minShareCount: 8 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/console/api': process.env.SVC_DEV_SERVER ?? 'http://127.0.0.1:8080' } },
})
