// Slow: starts many programs.

import assert from 'node:assert/strict'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { npmCalls, openProduct, type Product, prepare, withNpm } from './prepare-scene.ts'

/** Stands in for npm as a script: like npm, it leaves out a package for which the Node that runs it is too old. */
const npmScript = `#!/usr/bin/env node
import fs from 'node:fs'
const runsUnder = process.argv0.includes('node_modules') ? 'newer' : 'older'
fs.appendFileSync(process.env.NPM_CALLS, runsUnder + ' ' + process.argv.slice(2).join(' ') + '\\n')
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
if (runsUnder === 'older' || process.env.NPM_LEAVES_OUT) delete packages['node_modules/decoder']
fs.rmSync('node_modules', { recursive: true, force: true })
fs.mkdirSync('node_modules')
const [node] = Object.keys(packages).filter((path) => path.includes('/node-'))
if (node) {
  fs.mkdirSync(node + '/bin', { recursive: true })
  fs.symlinkSync(process.execPath, node + '/bin/node')
}
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
    [`node_modules/node-${process.platform}-${process.arch}`]: {
      version: '24.0.0',
      optional: true,
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
        ...withNpm(product, {
          npm_execpath: '',
          NPM_CALLS: join(product.folder, 'npm-calls'),
          ...env,
        }),
        nodeVersion: '18.20.8',
      })

    const nodes = () => npmCalls(product).map((call) => call.split(' ')[0])

    test('installs a newer one first, which then installs the rest', async () => {
      const { status, stderr } = await runOld()
      assert.equal(status, 0, stderr)
      assert.match(stderr, /Node 18\.20\.8 is too old for some of them/)
      assert.deepEqual(nodes(), ['older', 'newer'])
      assert.ok(!existsSync(join(product.folder, 'data/var/install-node')))
      assert.equal((await runOld()).stderr, '')
    })

    test('names what npm leaves out all the same, and tries again the next time', async () => {
      const { status, stderr } = await runOld({ NPM_LEAVES_OUT: 'yes' })
      assert.equal(status, 1)
      assert.match(stderr, /npm left out decoder\. Remove .*node_modules and start again with Node/)
      assert.equal((await runOld()).status, 0)
      assert.deepEqual(nodes(), ['older', 'newer', 'older', 'newer'])
    })

    test('does not accept what was installed by hand without them', async () => {
      const { packages } = JSON.parse(lockedWithDecoder)
      packages['node_modules/decoder'] = undefined
      product.write('node_modules/.package-lock.json', JSON.stringify({ packages }))
      assert.equal((await runOld()).status, 0)
      assert.deepEqual(nodes(), ['older', 'newer'])
    })

    test('fails with the status of the npm that was to install the newer one', async () => {
      product.write('lib/npm-cli.js', '#!/usr/bin/env node\nprocess.exitCode = 7\n', 0o700)
      const { status, stderr } = await runOld()
      assert.equal(status, 7)
      assert.match(stderr, /npm ci failed \(status 7\)/)
      assert.deepEqual(nodes(), [])
    })
  })

  test('names the cache that npm cannot write, and no other', async () => {
    product.write('a-file', '')
    const blocked = join(product.folder, 'a-file/cache')
    const failing = (cache: string) =>
      product.run(prepare, withNpm(product, { npm_config_cache: cache, NPM_FAILS: '243' }))
    const { status, stderr } = await failing(blocked)
    assert.equal(status, 243)
    assert.ok(stderr.includes(`npm cannot write its cache, ${blocked}: set npm_config_cache`))
    assert.doesNotMatch((await failing(join(product.folder, 'new/cache'))).stderr, /cache/)
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
