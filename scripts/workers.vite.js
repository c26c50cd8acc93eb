// How Vite builds the workers of the server into cli/dist/workers: a file for each, others for what several need. A build
// of their own, because what they share with `svc` would divide its program into more files.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workersDir } from '../server/kernel/built-files.js'
import { serverBuild } from './server-build.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))
const startOfWorker = /\bworkerFile\(\s*'([^']+)',\s*import\.meta\.url/g

/** Returns the workers that the server starts. */
function findWorkers() {
  return globSync('server/**/*.ts', { cwd: productDir }).flatMap((file) =>
    [...readFileSync(join(productDir, file), 'utf8').matchAll(startOfWorker)].map(([, worker]) =>
      join(dirname(file), worker),
    ),
  )
}

// biome-ignore lint/style/noDefaultExport: the form in which Vite wants it
export default serverBuild({
  settings: 'scripts/workers.vite.js',
  entries: findWorkers(),
  into: workersDir,
})
