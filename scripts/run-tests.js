// Runs test files in this one process: `node scripts/run-tests.js GLOB...`, with Node's reporter flags before it.
//
// Node's own runner follows every promise through async hooks, to know which test a stray error belongs to. With
// thousands of tests in one process that takes half of their time, so the hooks stay off here. A stray error still
// fails the run; it is told with its stack, and only the test is not named.

import { createHook } from 'node:async_hooks'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const hooks = Object.getPrototypeOf(createHook({}))
hooks.enable = function enable() {
  return this
}

// Loaded only now: the runner switches its hooks on with the first test.
const { test } = await import('node:test')

const files = globSync(process.argv.slice(2)).sort()
if (files.length === 0) {
  process.stderr.write('No test file matches.\n')
  process.exitCode = 2
}
for (const file of files) {
  try {
    await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    test(`${file} can be loaded`, () => {
      throw error
    })
  }
}
