// How Vite builds the program of `svc` into cli/dist: one file for what every command needs, one for what the server
// shares with commands, others for what few need. Left alone, Vite makes a file for each set of commands that share a
// module: a server read 229 of them at its start, which cost a quarter of its processor time.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programDir } from '../server/kernel/built-files.js'
import { serverBuild } from './server-build.js'

const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
const serve = join(main, '../serve/serve.ts')

// biome-ignore lint/style/noDefaultExport: the form in which Vite wants it
export default serverBuild({
  settings: 'scripts/program.vite.js',
  entries: ['cli/main.ts'],
  into: programDir,
  groups: [
    { name: 'common', tags: ['$initial'], test: (id) => id !== main, priority: 1 },
    { debugName: 'shared', name: nameShared(), minShareCount: 2 },
  ],
})

/** Takes only what a server loads at once: what it imports when it needs it stays apart. */
function nameShared() {
  let ofServer
  return (id, graph) => {
    ofServer ??= importedBy(serve, (file) => graph.getModuleInfo(file))
    return ofServer.has(id) ? 'shared' : null
  }
}

/** Returns a module with all that it imports, and what that imports. */
function importedBy(module, infoOf) {
  const reached = new Set([module])
  // A set's iteration meets what is added on the way.
  for (const id of reached) for (const next of infoOf(id)?.importedIds ?? []) reached.add(next)
  return reached
}
