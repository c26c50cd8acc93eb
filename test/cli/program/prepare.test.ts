// Slow: starts many programs. The lane itself begins with scripts/prepare.js.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { locked, npmCalls, openProduct, type Product, prepare, withNpm } from './prepare-scene.ts'
import { endOf } from './product-folder.ts'

/** Stands in for the console's build tool: counts its calls, then makes a page. */
const vite = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
const folder = process.argv[process.argv.indexOf('--outDir') + 1]
appendFileSync('vite-calls', 'build\\n')
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/index.html', 'built')
`

/** Builds only once another build has begun, too; gives up after a while. */
const sociableVite = `
const { mkdirSync, readdirSync, writeFileSync } = require('node:fs')
mkdirSync('begun', { recursive: true })
writeFileSync('begun/' + process.pid, '')
setTimeout(() => process.exit(1), 120_000).unref()
const look = () => (readdirSync('begun').length > 1 ? build() : setTimeout(look, 20))
look()
function build() {${vite}process.exit()
}
`

/** The console's build leaves no files; that of the program looks at the lock once that has been noticed. */
const lopsidedVite = `
const { existsSync, writeFileSync } = require('node:fs')
if (!process.argv.includes('--config')) process.exit()
setTimeout(() => process.exit(1), 120_000).unref()
const look = () => {
  if (!existsSync('end-was-noticed')) return setTimeout(look, 20)
  if (!existsSync('data/var/install.lock')) writeFileSync('lock-was-gone', '')
${vite}}
look()
`

/** Loaded by the preparation: tells when it has done all that it does at once when a build has ended. */
const noticing = `
const { ChildProcess } = require('node:child_process')
const { writeFileSync } = require('node:fs')
const { emit } = ChildProcess.prototype
ChildProcess.prototype.emit = function (event, ...given) {
  if (event === 'close') setImmediate(() => setImmediate(writeFileSync, __dirname + '/end-was-noticed', ''))
  return emit.call(this, event, ...given)
}
`

describe('prepare', () => {
  let product: Product
  beforeEach(() => {
    product = openProduct()
  })
  afterEach(() => product.remove())
  const run = (env?: Readonly<Record<string, string>>) =>
    product.run(prepare, withNpm(product, env))

  test('installs once, without install scripts, and says so on stderr only', async () => {
    const first = await run()
    assert.deepEqual([first.status, first.stdout], [0, ''])
    assert.match(first.stderr, /^Installing packages \(first start only\)/)
    assert.equal(npmCalls(product).length, 1)
    assert.match(npmCalls(product)[0] ?? '', /^ci --ignore-scripts .*--include=optional/)

    assert.deepEqual(await run(), { status: 0, signal: null, stdout: '', stderr: '' })
    assert.equal(npmCalls(product).length, 1)
  })

  test('takes what npm kept, and asks for all anew where npm finds it too old', async () => {
    const { status, stderr } = await run({ NPM_IS_STALE: 'yes' })
    assert.equal(status, 0, stderr)
    assert.match(stderr, /^Trying again without what npm kept from earlier installations/m)
    assert.deepEqual(
      npmCalls(product).map((call) => call.includes('--prefer-offline')),
      [true, false],
    )
  })

  test('asks once where npm says that it is not what it kept', async () => {
    const { status } = await run({ NPM_FAILS: '243' })
    assert.equal(status, 243)
    assert.equal(npmCalls(product).length, 1)
  })

  test('installs again when the lockfile has changed', async () => {
    await run()
    product.write('package-lock.json', locked('2.0.0'))
    await run()
    assert.equal(npmCalls(product).length, 2)
  })

  test('accepts what was installed by hand, without the optional packages of other machines', async () => {
    const installed = { packages: { 'node_modules/koa': { version: '1.0.0' } } }
    product.write('node_modules/.package-lock.json', JSON.stringify(installed))
    assert.equal((await run()).stderr, '')
    assert.deepEqual(npmCalls(product), [])
  })

  test('installs over packages of another version (long)', async () => {
    product.write('node_modules/.package-lock.json', locked('0.9.0'))
    await run()
    assert.equal(npmCalls(product).length, 1)
  })

  test('waits for another run that installs, and then has nothing left to do (long)', async () => {
    const first = product.start(prepare, withNpm(product, { NPM_WAITS: 'yes' }))
    const firstEnd = endOf(first)
    await once(first.stderr, 'data')
    const second = product.start(prepare, withNpm(product))
    const secondEnd = endOf(second)
    await once(second.stderr, 'data')
    product.write('go-on', '')
    assert.equal((await firstEnd).status, 0)
    const { status, stderr } = await secondEnd
    assert.deepEqual([status, stderr], [0, 'Waiting for another run that prepares...\n'])
    assert.equal(npmCalls(product).length, 1)
  })

  test('takes over from a run that died while it installed (long)', async () => {
    const numberOfNoProcess = String(2 ** 30)
    product.write('data/var/install.lock', numberOfNoProcess)
    assert.equal((await run()).status, 0)
    assert.equal(npmCalls(product).length, 1)
    assert.ok(!existsSync(join(product.folder, 'data/var/install.lock')))
  })

  test('fails with the status of npm and tries again the next time', async () => {
    const failed = await run({ NPM_FAILS: '7' })
    assert.equal(failed.status, 7)
    assert.match(failed.stderr, /cannot be installed: npm ci failed \(status 7\); see above\.\n$/)
    assert.equal((await run()).status, 0)
    assert.equal(npmCalls(product).length, 2)
  })

  test('says when there is no npm', async () => {
    rmSync(join(product.folder, 'bin/npm'))
    const { status, stderr } = await run({ PATH: join(product.folder, 'bin') })
    assert.equal(status, 1)
    assert.match(stderr, /npm is not on the PATH/)
  })

  test('refuses a Node below 18 and touches nothing', async () => {
    const options = { ...withNpm(product), nodeVersion: '17.9.1' }
    const { status, stderr } = await product.run(prepare, options)
    assert.equal(status, 1)
    assert.match(stderr, /^The packages cannot be installed: Node 18 or newer is needed/)
    assert.deepEqual(npmCalls(product), [])
  })
})

describe('the console', () => {
  let product: Product
  beforeEach(() => {
    product = openProduct()
    product.write('node_modules/.package-lock.json', locked('1.0.0'))
    product.write('node_modules/vite/bin/vite.js', vite)
    product.write('data/guide/start.md', 'a guide')
    product.write('data/reference/checks/en.json', '{}')
    product.write('data/reference/words/en.json', '{}')
    product.write('server/list.ts', "export const list = ['a']\n")
    product.write('console/index.html', 'page')
    product.write('console/page.ts', "import { list } from '../server/list.ts'\n")
    product.write('console/pages/users.ts', '')
  })
  afterEach(() => product.remove())
  const seen = 'node_modules/.cache/svc-console-sources.json'

  async function builds(): Promise<number> {
    assert.equal((await product.run(prepare, withNpm(product))).status, 0)
    return readFileSync(join(product.folder, 'vite-calls'), 'utf8').trim().split('\n').length
  }

  test('is built once, whether or not its sources are remembered', async () => {
    assert.equal(await builds(), 1)
    assert.ok(!existsSync(join(product.folder, seen)))
    assert.equal(await builds(), 1)
    assert.ok(existsSync(join(product.folder, seen)))
    assert.equal(await builds(), 1)
    product.write(seen, '{ "digest"')
    assert.equal(await builds(), 1)
  })

  test('is built beside the program', async () => {
    product.write('scripts/program.vite.js', '')
    product.write('node_modules/vite/bin/vite.js', sociableVite)
    const { status, stderr } = await product.run(prepare, withNpm(product))
    assert.equal(status, 0, stderr)
    assert.match(stderr, /Built the console in .*s\.$/m)
    assert.match(stderr, /Built the program in .*s\.$/m)
  })

  test('that cannot be put in place lets the build beside it end under the lock', async () => {
    product.write('scripts/program.vite.js', '')
    product.write('node_modules/vite/bin/vite.js', lopsidedVite)
    const NODE_OPTIONS = `--require=${product.write('noticing.cjs', noticing)}`
    const { status, stderr } = await product.run(prepare, withNpm(product, { NODE_OPTIONS }))
    assert.equal(status, 1)
    assert.match(stderr, /Built the program in/)
    assert.ok(!existsSync(join(product.folder, 'lock-was-gone')))
    assert.ok(!existsSync(join(product.folder, 'data/var/install.lock')))
  })

  const changes: Readonly<Record<string, () => void>> = {
    'a source has other text of the same length': () => product.write('console/index.html', 'PAGE'),
    'a source changed and has its old time': () => {
      const file = join(product.folder, 'console/index.html')
      const { atime, mtime } = statSync(file)
      product.write('console/index.html', 'Page')
      utimesSync(file, atime, mtime)
    },
    'a source was added': () => product.write('console/more.ts', ''),
    'a source was added in a subfolder': () => product.write('console/pages/more.ts', ''),
    'a folder was added': () => product.write('console/pages/keys/more.ts', ''),
    'a guide page was added': () => product.write('data/guide/more.md', ''),
    'a source was removed': () => rmSync(join(product.folder, 'data/guide/start.md')),
    'a file of the server that it imports changed': () =>
      product.write('server/list.ts', "export const list = ['b']\n"),
    'a text that the console shares with the program changed': () =>
      product.write('data/reference/words/en.json', '{ }'),
    'the packages changed': () => product.write('package-lock.json', `${locked('1.0.0')} `),
  }

  test('is built again after each change (long)', async () => {
    let count = await builds()
    for (const [change, make] of Object.entries(changes)) {
      assert.equal(await builds(), count, change)
      make()
      count += 1
      assert.equal(await builds(), count, change)
    }
  })

  test('is not built again when a source was only touched (long)', async () => {
    await builds()
    await builds()
    const before = readFileSync(join(product.folder, seen), 'utf8')
    product.write('console/page.ts', "import { list } from '../server/list.ts'\n")
    assert.equal(await builds(), 1)
    assert.notEqual(readFileSync(join(product.folder, seen), 'utf8'), before)
  })
})
