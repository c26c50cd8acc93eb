#!/usr/bin/env node
// The command `svc`: makes sure that Node can run TypeScript, then calls main.ts. Plain JavaScript; before the
// check it imports only what the check needs.

import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { namedCommand } from './named-command.js'
import { underRightNode } from './right-node.js'

/**
 * MB of Node's young generation, also in the script `start` of package.json. Its default of 16 costs memory and caches;
 * with 4, objects of requests grow old.
 */
const flags = namedCommand(process.argv.slice(2)) === 'serve' ? ['--max-semi-space-size=8'] : []

async function run() {
  // Only the owner may read what this process writes: database, images, keys, logs.
  process.umask(0o077)
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/svc', import.meta.url)))
  const { main } = await import('./main.ts')
  process.exitCode = await main(process.argv.slice(2), process.env)
}

await underRightNode(fileURLToPath(import.meta.url), run, flags)
