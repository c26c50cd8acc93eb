// Runs test files in this one process: `node scripts/run-tests.js GLOB...`, with Node's reporter flags before it.
//
// Node's own runner follows every promise through async hooks, to know which test a stray error belongs to. With
// thousands of tests in one process that takes half of their time, so promises are not followed here. A stray error
// still fails the run; it is told with its stack, and only the test is not named.

import { createHook } from 'node:async_hooks'
import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const loadNow = createRequire(import.meta.url)
followNoPromises()
// Loaded only now: the runner switches its hooks on when it is first used.
const { before, test } = await import('node:test')
const loaded = loadAll(globSync(process.argv.slice(2)).sort())
// A test that is declared while another runs would become part of it.
before(() => loaded)

/** What `trackPromises: false` does for a hook of one's own, for all that are switched on from now on. */
function followNoPromises() {
  const own = createHook({ init() {} })
  const hooks = Object.getPrototypeOf(own)
  const option = Object.getOwnPropertySymbols(own).find(
    ({ description }) => description === 'kNoPromiseHook',
  )
  // An older Node has no such option: its tests are right, too, and take longer.
  if (option === undefined) return
  const { enable } = hooks
  hooks.enable = function enableWithoutPromises() {
    this[option] = true
    return enable.call(this)
  }
}

async function loadAll(files) {
  if (files.length === 0) {
    process.stderr.write('No test file matches.\n')
    process.exitCode = 2
  }
  for (const file of files) await load(resolve(file)).catch((error) => fail(file, error))
}

/** At once where the file allows it: an import costs some turns of the event loop. */
async function load(path) {
  try {
    loadNow(path)
  } catch (error) {
    if (error.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error
    await import(pathToFileURL(path).href)
  }
}

function fail(file, error) {
  test(`${file} can be loaded`, () => {
    throw error
  })
}
