// How Vite builds the program of `svc` into cli/dist: one file for what every command needs, others for what few need,
// with names and lines as in the sources, so that a stack trace can be read.

import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { programDir, sourceState, sourcesFile } from '../cli/built-program.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))

/** Packages that load native files, or data, from beside their own. */
const unbundled = ['better-sqlite3', '@node-rs/argon2', 'onnxruntime-node', 'sharp', 'pg']

// biome-ignore lint/style/noDefaultExport: the form in which Vite wants it
export default defineConfig({
  root: productDir,
  publicDir: false,
  cacheDir: join(productDir, 'node_modules/.vite'),
  // A package is where it is found, also through a link.
  resolve: { preserveSymlinks: true },
  plugins: [keepPlaces(), rememberSources()],
  ssr: { noExternal: true, external: unbundled },
  build: {
    ssr: 'cli/main.ts',
    target: 'es2024',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // A package of Koa evaluates a text of its own when it wraps a deprecated function.
      checks: { eval: false },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})

/**
 * Lets modules find files and programs from where their source is.
 * @returns {import('vite').Plugin}
 */
function keepPlaces() {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null
      const place = `new URL(${JSON.stringify(relative(programDir, id))}, import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', place), map: null }
    },
  }
}

/**
 * Writes the state of each source, so that a later change of one is noticed.
 * @returns {import('vite').Plugin}
 */
function rememberSources() {
  const states = new Map()
  const remember = (path) => {
    if (!states.has(path)) states.set(path, sourceState(path))
  }
  return {
    name: 'remember-sources',
    buildStart() {
      for (const file of ['package-lock.json', 'scripts/program.vite.js']) remember(file)
    },
    // Before the module is read, so that a change in between is noticed.
    load(id) {
      const path = relative(productDir, id)
      if (!path.startsWith('..') && !/^node_modules|\0/.test(path)) remember(path)
      return null
    },
    writeBundle({ dir }) {
      if (dir === undefined) throw new Error('Vite names no folder')
      writeFileSync(join(dir, sourcesFile), JSON.stringify(Object.fromEntries(states)))
    },
  }
}
