// How Vite builds the workers of the server into cli/dist/workers: a file for each, others for what several need. A
// build of their own, because what they share with `svc` would divide its program into more files.

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workersDir } from '../server/kernel/built-files.js'
import { serverBuild } from './server-build.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))
const startOfWorker = /\bworkerFile\(\s*'([^']+)',\s*import\.meta\.url/g

/**
 * Returns each worker that the server starts, once.
 * @param {string} folder of the product
 * @throws if two have one name: they are built into one folder, so one would run the code of the other
 */
export function findWorkers(folder) {
  const started = globSync('server/**/*.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(startOfWorker)].map(([, worker]) =>
      join(dirname(file), worker),
    ),
  )
  const workers = [...new Set(started)].sort()
  for (const same of Map.groupBy(workers, (worker) => basename(worker)).values()) {
    if (same.length > 1) throw new Error(`Workers need names of their own: ${same.join(', ')}`)
  }
  return workers
}

// biome-ignore lint/style/noDefaultExport: the form in which Vite wants it
export default serverBuild({
  settings: 'scripts/workers.vite.js',
  entries: findWorkers(productDir),
  into: workersDir,
})
