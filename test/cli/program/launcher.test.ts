// Slow: starts many programs. launched.test.ts starts some in the fast lane.

import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { namedCommand } from '../../../cli/named-command.js'
import { endOf, openProductFolder } from './product-folder.ts'

const launcher = 'cli/svc.js'
const tooOld = '20.20.2'

/** Stands in for cli/main.ts: tells what it sees, or does what its first argument says. */
const program = `
const seen = (argv: readonly string[]) => JSON.stringify({
  argv,
  umask: process.umask(),
  pretended: process.versions.node === process.env.PRETEND_NODE,
  leftover: Object.keys(process.env).filter((name) => name.startsWith('_SVC')),
})
const flagsOf = ({ pid, execArgv, connected }: typeof process) =>
  JSON.stringify({ pid, young: execArgv.filter((flag) => /semi-space|pretenuring|expose-gc/.test(flag)), connected })

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (argv[0] === 'echo') process.stdin.pipe(process.stdout)
  else if (argv[0] === 'wait') await waitForSignal()
  else if (argv.includes('serve')) process.stdout.write(flagsOf(process))
  else if (argv[0] === 'die') process.kill(process.pid, 'SIGKILL')
  else process.stdout.write(seen(argv))
  return Number(env.STATUS ?? 0)
}
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    const tooLate = setTimeout(() => resolve(void process.stdout.write('nobody told me')), 60_000)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        process.stdout.write(signal)
        clearTimeout(tooLate)
        resolve()
      })
    }
    process.stdout.write('ready ')
  })
}
`

function openProduct() {
  const product = openProductFolder([
    launcher,
    'cli/launch.js',
    'cli/named-command.js',
    'cli/right-node.js',
    'server/kernel/built-files.js',
  ])
  product.write('cli/main.ts', program)
  product.installNode()
  return product
}

async function untilReady(child: ChildProcessWithoutNullStreams): Promise<void> {
  await once(child.stdout, 'data')
}

describe('the launcher', () => {
  const product = openProduct()
  after(product.remove)

  test('runs the program at once under a Node that is new enough, without a word of its own', async () => {
    const args = ['keys', 'create', '--name', 'a b']
    const { status, stdout, stderr } = await product.run(launcher, { args, env: { STATUS: '3' } })
    assert.deepEqual([status, stderr], [3, ''])
    assert.deepEqual(JSON.parse(stdout), {
      argv: args,
      umask: 0o077,
      pretended: false,
      leftover: [],
    })
  })

  test('hands the program to the Node in node_modules when this one is too old', async () => {
    const args = ['a b', '--x=', '']
    const options = { args, nodeVersion: tooOld, env: { STATUS: '5' } }
    const { status, stdout, stderr } = await product.run(launcher, options)
    assert.deepEqual([status, stderr], [5, ''])
    assert.deepEqual(JSON.parse(stdout), {
      argv: args,
      umask: 0o077,
      pretended: false,
      leftover: [],
    })
  })

  test('keeps compiled code beside a checkout, and writes nothing into a release', async () => {
    const cache = join(product.folder, 'node_modules/.cache')
    // The tests' own place for compiled code would be used in place of the launcher's.
    const options = { env: { NODE_COMPILE_CACHE: '' } }
    await product.run(launcher, options)
    assert.ok(existsSync(cache))
    rmSync(cache, { recursive: true })
    const description = product.write('release.json', '{}')
    await product.run(launcher, options)
    rmSync(description)
    assert.ok(!existsSync(cache))
  })

  test('gives a server less memory, in the same process where it can', async () => {
    const young = ['--max-semi-space-size=8']
    const child = product.start(launcher, { args: ['--json', 'serve'] })
    const { stdout } = await endOf(child)
    const { pid, ...flags } = JSON.parse(stdout)
    assert.deepEqual(flags, { young })
    // Where this Node cannot begin a process anew, it is another one.
    if (process.execve !== undefined) assert.equal(pid, child.pid)
    const other = await product.run(launcher, { args: ['serve'], nodeVersion: tooOld })
    assert.deepEqual(JSON.parse(other.stdout).young, young)
  })

  test('starts a server under flags with which the code in Node itself counts as compiled', async () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const ofDemo = /^exec node (.*) scripts\//.exec(scripts.start)?.[1]?.split(' ')
    const { young } = JSON.parse((await product.run(launcher, { args: ['serve'] })).stdout)
    assert.deepEqual(ofDemo, young)
    const tag = (flags: readonly string[]) =>
      execFileSync(process.execPath, [...flags, '-p', 'v8.cachedDataVersionTag()'], {
        encoding: 'utf8',
      })
    assert.equal(tag(young), tag([]))
  })

  test('knows a server by its command alone, wherever that stands', async () => {
    assert.equal(namedCommand(['-q', '--config', 'a b', 'serve', '--demo']), 'serve')
    assert.equal(namedCommand(['--data-dir=there', 'serve']), 'serve')
    assert.equal(namedCommand(['keys', 'create', '--name', 'serve']), 'keys')
    assert.equal(namedCommand(['--config', 'serve', 'status']), 'status')
    assert.equal(namedCommand(['--json']), undefined)
    const young = async (args: readonly string[]) =>
      JSON.parse((await product.run(launcher, { args })).stdout).young
    const asDemo = ['--max-semi-space-size=8']
    assert.deepEqual(await young(['-q', '--config', 'a b', 'serve', '--demo']), asDemo)
    assert.deepEqual(await young(['--config', 'serve', 'status']), [])
  })

  test('leaves the memory for young objects as the operator set it (long)', async () => {
    const seen = async (options: object) =>
      JSON.parse((await product.run(launcher, { args: ['serve'], ...options })).stdout).young
    const env = { NODE_OPTIONS: '--no-warnings --max-semi-space-size=32' }
    assert.deepEqual(await seen({ env }), [])
    assert.deepEqual(await seen({ env, nodeVersion: tooOld }), [])
    assert.deepEqual(await seen({ env: { NODE_OPTIONS: '--max_semi_space_size=32' } }), [])
  })

  test('keeps the channel to a parent that watches over it (long)', async () => {
    const child = fork(join(product.folder, launcher), ['serve'], { silent: true })
    const [said] = await once(child.stdout ?? child, 'data')
    assert.equal(JSON.parse(String(said)).connected, true)
    child.disconnect()
  })

  const versions = {
    '9.99.0': false,
    '22.21.9': false,
    '22.22.0': true,
    '23.0.0': true,
    '100.0.0': true,
  }
  /** The last version that is too old, and the first that is not. */
  const usual = new Set(['22.21.9', '22.22.0'])
  for (const [nodeVersion, isNewEnough] of Object.entries(versions)) {
    const lane = usual.has(nodeVersion) ? '' : ' (long)'
    test(`takes Node ${nodeVersion} for ${isNewEnough ? 'new enough' : 'too old'}${lane}`, async () => {
      const { stdout } = await product.run(launcher, { nodeVersion })
      assert.equal(JSON.parse(stdout).pretended, isNewEnough)
    })
  }

  test('leaves standard input and output to the program', async () => {
    const input = 'é'.repeat(100_000)
    const options = { args: ['echo'], nodeVersion: tooOld, input }
    assert.equal((await product.run(launcher, options)).stdout, input)
  })

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const lane = signal === 'SIGTERM' ? '' : ' (long)'
    test(`passes ${signal} on and ends when the program ends${lane}`, async () => {
      const child = product.start(launcher, {
        args: ['wait'],
        nodeVersion: tooOld,
        env: { STATUS: '6' },
      })
      const end = endOf(child)
      await untilReady(child)
      child.kill(signal)
      const { status, stdout } = await end
      assert.deepEqual([status, stdout], [6, `ready ${signal}`])
    })
  }

  test('dies of the signal that the program died of', async () => {
    const { signal } = await product.run(launcher, { args: ['die'], nodeVersion: tooOld })
    assert.equal(signal, 'SIGKILL')
  })

  test('takes the program with it when it is killed outright', async () => {
    const child = product.start(launcher, { args: ['wait'], nodeVersion: tooOld })
    const end = endOf(child)
    await untilReady(child)
    child.kill('SIGKILL')
    // Resolves only when the program, which shares the output, is gone too.
    assert.deepEqual(await end, { status: null, signal: 'SIGKILL', stdout: 'ready ', stderr: '' })
  })
})

describe('the launcher says in one line why it cannot start', () => {
  const product = openProduct()
  after(product.remove)
  const refusal = (line: string) => ({ status: 1, signal: null, stdout: '', stderr: `${line}\n` })

  test('when the Node in node_modules is too old itself, after one try', async () => {
    const node = join(product.folder, 'node_modules/.bin/node')
    rmSync(node)
    const pretends = `exec "${process.execPath}" -r "${product.pretence}" "$@"`
    const onlyOnce = `[ ! -e "$0-tried" ] || { echo 'tried twice'; exit 9; }; touch "$0-tried"`
    product.write('node_modules/.bin/node', `#!/bin/sh\n${onlyOnce}\n${pretends}\n`)
    chmodSync(node, 0o700)
    assert.deepEqual(
      await product.run(launcher, { nodeVersion: '18.1.0' }),
      refusal(
        'svc cannot start: it needs Node 22.22 or newer, and this is 18.1.0. ' +
          'Run npm ci, which brings one, or install a newer Node.',
      ),
    )
  })

  test('when there is no other Node', async () => {
    rmSync(join(product.folder, 'node_modules/.bin/node'))
    const { status, stderr } = await product.run(launcher, { nodeVersion: tooOld })
    assert.equal(status, 1)
    assert.match(
      stderr,
      /^svc cannot start: it needs Node 22\.22 .* this is 20\.20\.2\. Run npm ci/,
    )
  })

  test('when nothing is installed', async () => {
    rmSync(join(product.folder, 'node_modules'), { recursive: true })
    assert.deepEqual(
      await product.run(launcher),
      refusal('svc cannot start: its packages are not installed yet. Run: npm ci.'),
    )
  })
})
