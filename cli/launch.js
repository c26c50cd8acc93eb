// Runs `svc` in this process: makes sure that Node can run TypeScript, then calls main.ts. Plain JavaScript; before the
// check it imports only what the check needs.

import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { namedCommand } from './named-command.js'
import { underRightNode } from './right-node.js'

const launcher = fileURLToPath(new URL('svc.js', import.meta.url))

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {() => string | undefined} findProgram returns the built program; undefined: the sources run
 */
export async function launch(env, findProgram) {
  await underRightNode(launcher, () => run(env, findProgram()), serverFlags(process.argv.slice(2)))
}

/**
 * The flag of Node for a server, also in the script `start` of package.json: MB of the young generation, whose default
 * of 16 costs memory and caches while with 4 objects of requests grow old. The program sets other flags of V8 once it
 * is loaded (cli/collector.ts).
 */
function serverFlags(args) {
  return namedCommand(args) === 'serve' ? ['--max-semi-space-size=8'] : []
}

async function run(env, program) {
  // Only the owner may read what this process writes: database, images, keys, logs.
  process.umask(0o077)
  // Node would listen for a debugger then, who could do everything: anybody on this machine, without a password.
  process.on('SIGUSR1', () => {})
  // A release stays as it was signed, also where root runs it.
  if (!existsSync(new URL('../release.json', import.meta.url))) {
    module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/svc', import.meta.url)))
  }
  const { main } = await import(program ? pathToFileURL(program).href : './main.ts')
  process.exitCode = await main(process.argv.slice(2), env)
}
