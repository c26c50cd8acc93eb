import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { pruneModules } from '../../../scripts/package/prune-modules.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const kept = [
  'better-sqlite3/prebuilds/linux-arm64.node',
  'onnxruntime-node/bin/napi-v6/linux/arm64/runtime.so',
  'outer/node_modules/@scope/inner/.bin/not-of-npm.js',
  'outer/node_modules/@scope/inner/index.js',
]
const removed = [
  '.package-lock.json',
  'better-sqlite3/deps/sqlite3.c',
  'better-sqlite3/prebuilds/linux-x64.node',
  'onnxruntime-node/bin/napi-v6/linux/x64/runtime.so',
  'onnxruntime-node/bin/napi-v6/darwin/arm64/runtime.so',
]
/** As npm makes them. */
const links = [
  '.bin/outer',
  'outer/node_modules/.bin/inner',
  'outer/node_modules/@scope/inner/node_modules/.bin/deep',
]

describe('the packages of a release', () => {
  test('are without links to commands, sources and binaries for other machines', (t) => {
    const modules = join(tempFolder(t), 'node_modules')
    for (const path of [...kept, ...removed]) {
      mkdirSync(dirname(join(modules, path)), { recursive: true })
      writeFileSync(join(modules, path), '')
    }
    for (const path of links) {
      mkdirSync(dirname(join(modules, path)), { recursive: true })
      symlinkSync('../index.js', join(modules, path))
    }
    pruneModules(modules, 'arm64')
    const left = readdirSync(modules, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(modules.length + 1))
    assert.deepEqual(left.sort(), kept)
  })
})
