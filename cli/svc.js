#!/usr/bin/env node
// The command `svc`. Makes sure of a Node that runs TypeScript, then hands over to main.ts. Plain
// JavaScript, and nothing of ours is imported before the check but what it needs.

import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { namedCommand } from './named-command.js'
import { underRightNode } from './right-node.js'

/** MB for what was made a moment ago; Node's own 16 or more cost an idle server a fifth of its memory. */
const flags = namedCommand(process.argv.slice(2)) === 'serve' ? ['--max-semi-space-size=4'] : []

async function run() {
  // Everything this process writes is its owner's alone: database, pictures, keys, logs.
  process.umask(0o077)
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/svc', import.meta.url)))
  const { main } = await import('./main.ts')
  process.exitCode = await main(process.argv.slice(2), process.env)
}

await underRightNode(fileURLToPath(import.meta.url), run, flags)
