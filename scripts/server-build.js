// How Vite builds code of the server: with its packages, and with names and lines as in the sources, so that a stack
// trace can be read.

import { writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceState, sourcesOf } from '../server/kernel/built-files.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))

/** Packages that load native files, or data, from beside their own. */
const unbundled = ['better-sqlite3', '@node-rs/argon2', 'onnxruntime-node', 'sharp', 'pg']

/**
 * @param {{ settings: string, entries: string[], into: string,
 *   groups?: import('vite').Rolldown.CodeSplittingGroup[] }} build with the file of its settings, the files that it
 *   builds with all that they import, the folder from which they run, and what goes into one file
 * @returns {import('vite').UserConfig}
 */
export function serverBuild({ settings, entries, into, groups = [] }) {
  return {
    root: productDir,
    publicDir: false,
    cacheDir: join(productDir, 'node_modules/.vite'),
    // A package is where it is found, also through a link.
    resolve: { preserveSymlinks: true },
    plugins: [keepPlaces(into), importFirst, rememberSources(settings)],
    ssr: { noExternal: true, external: unbundled },
    build: {
      ssr: true,
      target: 'es2024',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: entries,
        // A package of Koa evaluates a text of its own when it wraps a deprecated function.
        checks: { eval: false },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: { groups },
        },
      },
    },
  }
}

/**
 * Lets modules find files and programs from where their source is.
 * @param {string} into folder from which they run
 * @returns {import('vite').Plugin}
 */
function keepPlaces(into) {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!code.includes('import.meta.')) return null
      const from = (path) => JSON.stringify(relative(into, path))
      const joined = "process.getBuiltinModule('node:path').join"
      const places = {
        url: `new URL(${from(id)}, import.meta.url).href`,
        filename: `${joined}(import.meta.dirname, ${from(id)})`,
        dirname: `${joined}(import.meta.dirname, ${from(dirname(id))})`,
      }
      return {
        code: code.replaceAll(/import\.meta\.(url|filename|dirname)\b/g, (_, name) => places[name]),
        map: null,
      }
    },
  }
}

/**
 * A package of passkeys asks, as it is read, for `reflect-metadata`, which is no module of ES: the module that imports
 * both would run it in its own place in the file, after the package.
 * @type {import('vite').Plugin}
 */
const importFirst = {
  name: 'import-first',
  transform(code, id) {
    if (!/\/node_modules\/tsyringe\/[^?]*\/index\.js$/.test(id)) return null
    return { code: `import 'reflect-metadata'\n${code}`, map: null }
  },
}

/**
 * Writes the states of the sources of each file that is started, so that a later change of one is noticed.
 * @param {string} settings file of the build's settings
 * @returns {import('vite').Plugin}
 */
function rememberSources(settings) {
  const states = new Map()
  const remember = (path) => {
    if (!states.has(path)) states.set(path, sourceState(path))
  }
  const known = ['package-lock.json', 'scripts/server-build.js', settings]
  return {
    name: 'remember-sources',
    buildStart() {
      for (const file of known) remember(file)
    },
    // Before the module is read, so that a change in between is noticed.
    load(id) {
      if (isOurs(id)) remember(relative(productDir, id))
      return null
    },
    writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('Vite names no folder')
      for (const { isEntry, fileName, facadeModuleId } of Object.values(bundle)) {
        if (!isEntry) continue
        const modules = reachedFrom(facadeModuleId, (id) => this.getModuleInfo(id))
        const sources = modules.filter(isOurs).map((id) => relative(productDir, id))
        const its = [...known, ...sources].map((path) => [path, states.get(path)])
        writeFileSync(sourcesOf(join(dir, fileName)), JSON.stringify(Object.fromEntries(its)))
      }
    },
  }
}

/** Modules that leave no code in the build are among them, because a change may give them some. */
function reachedFrom(entry, infoOf) {
  const reached = new Set([entry])
  // A set's iteration meets what is added on the way.
  for (const id of reached) {
    const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {}
    for (const next of [...importedIds, ...dynamicallyImportedIds]) reached.add(next)
  }
  return [...reached]
}

function isOurs(id) {
  const path = relative(productDir, id)
  return !path.startsWith('..') && !/^node_modules|\0/.test(path)
}
