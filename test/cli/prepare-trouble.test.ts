// Slow: starts many programs.

import assert from 'node:assert/strict'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { locked, npmCalls, openProduct, type Product, prepare, withNpm } from './prepare-scene.ts'

/**
 * Stands in for npm as a script, which leaves out a package unless the Node that comes with the packages runs it: for a
 * Node that is too old, npm does so without a word.
 */
const npmScript = `#!/usr/bin/env node
import fs from 'node:fs'
const runsUnder = process.argv0.includes('node_modules') ? 'newer' : 'older'
fs.appendFileSync('npm-calls', runsUnder + ' ' + process.argv.slice(2).join(' ') + '\\n')
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
if (runsUnder === 'older' || process.env.NPM_LEAVES_OUT) delete packages['node_modules/decoder']
fs.rmSync('node_modules', { recursive: true, force: true })
fs.mkdirSync('node_modules/.bin', { recursive: true })
fs.symlinkSync(process.execPath, 'node_modules/.bin/node')
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

const lockedWithDecoder = JSON.stringify({
  packages: {
    '': { name: 'svc' },
    'node_modules/koa': { version: '1.0.0' },
    'node_modules/decoder': {
      version: '1.0.0',
      optional: true,
      os: [process.platform],
      cpu: [process.arch],
    },
    'node_modules/decoder-elsewhere': {
      version: '1.0.0',
      optional: true,
      os: ['aix'],
      cpu: ['ppc64'],
    },
  },
})

/** Tests run as root, whom no mode of a folder stops. */
const refusingFolders = `
const fs = require('node:fs')
fs.mkdirSync = (path) => {
  throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', path })
}
require('node:module').syncBuiltinESMExports()
`

describe('prepare', () => {
  let product: Product
  beforeEach(() => {
    product = openProduct()
  })
  afterEach(() => product.remove())

  describe('under a Node that npm finds too old for some packages', () => {
    beforeEach(() => {
      rmSync(join(product.folder, 'bin/npm'))
      product.write('lib/npm-cli.js', npmScript, 0o700)
      symlinkSync('../lib/npm-cli.js', join(product.folder, 'bin/npm'))
      symlinkSync(process.execPath, join(product.folder, 'bin/node'))
      product.write('package-lock.json', lockedWithDecoder)
    })
    const runOld = (env: Readonly<Record<string, string>> = {}) =>
      product.run(prepare, {
        ...withNpm(product, { npm_execpath: '', ...env }),
        nodeVersion: '18.20.8',
      })

    test('installs once more with the Node that came with them', async () => {
      const { status, stderr } = await runOld()
      assert.equal(status, 0, stderr)
      assert.match(stderr, /Installing once more: 18\.20\.8 is too old for some/)
      const nodes = npmCalls(product).map((call) => call.split(' ')[0])
      assert.deepEqual(nodes, ['older', 'newer'])
      assert.equal((await runOld()).stderr, '')
    })

    test('names what npm leaves out all the same, and tries again the next time', async () => {
      const { status, stderr } = await runOld({ NPM_LEAVES_OUT: 'yes' })
      assert.equal(status, 1)
      assert.match(stderr, /npm left out decoder\. Remove .*node_modules and start again with Node/)
      assert.equal((await runOld()).status, 0)
      assert.equal(npmCalls(product).length, 4)
    })

    test('does not accept what was installed by hand without them', async () => {
      product.write('node_modules/.package-lock.json', locked('1.0.0'))
      assert.equal((await runOld()).status, 0)
      assert.equal(npmCalls(product).length, 2)
    })
  })

  test('says that npm has no folder for its cache', async () => {
    const nowhere = { HOME: join(product.folder, 'none'), NPM_FAILS: '243' }
    const { status, stderr } = await product.run(prepare, withNpm(product, nowhere))
    assert.equal(status, 243)
    assert.match(stderr, /npm ci failed .*: set HOME or npm_config_cache\.\n$/)
  })

  test('says what it cannot write', async () => {
    product.write('block.cjs', refusingFolders)
    const { status, stderr } = await product.run(prepare, {
      env: { ...withNpm(product).env, NODE_OPTIONS: `--require=${product.folder}/block.cjs` },
    })
    assert.equal(status, 1)
    assert.match(
      stderr,
      /^The packages cannot be installed: .*data\/var cannot be written \(EROFS\)\. /,
    )
    assert.equal(stderr.split('\n').length, 2)
    assert.deepEqual(npmCalls(product), [])
  })
})
