// Starts the real `svc` in a process of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const productDir = fileURLToPath(new URL('../../..', import.meta.url))
export const launcher = fileURLToPath(new URL('../../../cli/svc.js', import.meta.url))

interface Ended {
  readonly status: number | NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

interface Launched {
  readonly pid: number | undefined
  readonly ended: Promise<Ended>
  /** Everything on stdout once it matches. @throws Error when the program ends without it */
  printed(pattern: RegExp): Promise<string>
  kill(signal: NodeJS.Signals): void
}

/** Of the environment of this process it sees the path only. Where root runs the tests, it may run as root. */
export function launchSvc(
  t: TestContext,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Launched {
  return watch(t, spawn(process.execPath, [launcher, ...args], options(env)))
}

/** A line for bash, in the product folder. */
export function launchShell(
  t: TestContext,
  line: string,
  env: Readonly<Record<string, string>> = {},
): Launched {
  return watch(t, spawn('bash', ['-c', line], options(env)))
}

function options(env: Readonly<Record<string, string>>) {
  const asRoot = process.geteuid?.() === 0 ? { SVC_ALLOW_ROOT: 'yes' } : {}
  const own = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...asRoot, ...env }
  return {
    env: own,
    cwd: productDir,
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
  }
}

function watch(t: TestContext, child: ReturnType<typeof spawn>): Launched {
  let out = ''
  let err = ''
  const watchers = new Set<() => void>()
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    for (const look of watchers) look()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ status: code ?? signal, out, err }))
  })
  t.after(() => end(child, ended))
  return {
    pid: child.pid,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(out)) resolve(out)
        }
        watchers.add(look)
        look()
        void ended.then(() => reject(new Error(`Ended without printing ${pattern}: ${out}${err}`)))
      }),
    kill: (signal) => child.kill(signal),
  }
}

async function end(child: ChildProcess, ended: Promise<Ended>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
