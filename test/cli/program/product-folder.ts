// A product folder of its own for the programs that stand before everything else (launcher, prepare),
// and a way to run them under a Node that says it is of another version.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

interface RunOptions {
  readonly args?: readonly string[]
  /** What `process.versions.node` says; the true version unless given. */
  readonly nodeVersion?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

interface Ended {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A new folder that holds copies of `programs` (paths in the repository) and their package.json. */
export function openProductFolder(programs: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-product-'))
  for (const program of [...programs, 'package.json']) {
    cpSync(join(repository, program), join(folder, program))
  }

  function write(path: string, content: string, mode = 0o600): string {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { mode })
    return file
  }

  const pretence = write(
    'pretend-version.cjs',
    `if (process.env.PRETEND_NODE) {
      const node = process.env.PRETEND_NODE
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node } })
    }`,
  )

  function start(program: string, options: RunOptions = {}): ChildProcessWithoutNullStreams {
    const { args = [], nodeVersion, env, input = '' } = options
    const preload = ['--require', pretence]
    const child = spawn(process.execPath, [...preload, join(folder, program), ...args], {
      env: { ...process.env, ...(nodeVersion ? { PRETEND_NODE: nodeVersion } : {}), ...env },
    })
    // A program may end without having read what it was given.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    return child
  }

  function run(program: string, options: RunOptions = {}): Promise<Ended> {
    return endOf(start(program, options))
  }

  /** Puts the Node that runs the tests where npm would have put the one it brings. */
  function installNode(): void {
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
    symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'))
  }

  const remove = () => rmSync(folder, { recursive: true })
  return { folder, pretence, write, start, run, installNode, remove }
}

/** Waits until nobody holds the program's output any more, neither it nor what it started. */
export function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve({ status, signal, ...output }))
  })
}
