// Starts the product under test as a bank runs it: `svc serve` in a child process with a fresh folder, a fresh master
// key and synced commits. Its log goes to a file, so that
// a full pipe never holds it up.

import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import type { Environment } from '../../../server/kernel/environment.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { environmentOf, initAppliance, launcher } from '../child-server.ts'
import { freePort } from '../free-port.ts'
import { insideAppliance } from '../inside-appliance.ts'

export interface Product {
  /** Its folder: settings, data, log. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  /** Without a path. */
  readonly url: string
  /** Several, because each has a limit of requests a minute. */
  readonly keys: readonly string[]
  readonly pid: number
  /** Ends the server and resolves once it has ended; the folder stays. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Starts the server again after `end`; resolves with the start's time (`performance.now()`) once it answers. */
  startAgain(): Promise<number>
  signal(signal: NodeJS.Signals): void
  /** Ends the server and deletes its folder. */
  stop(): Promise<void>
}

interface ProductOptions {
  readonly environment?: Environment
  readonly settings?: Readonly<Record<string, string>>
  readonly smile?: Parameters<typeof environmentOf>[0]['smile']
  /** Variables of the process beside the product's settings. */
  readonly variables?: (folder: string) => Readonly<Record<string, string>>
}

const keysCount = 4
const scopes = ['kyc.verify', 'kyc.read', 'usage.read', 'webhooks.manage'] as const
const answersWithinMs = 60_000

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const port = await freePort()
  const { smile } = options
  const env = {
    ...environmentOf({ folder, port, ...(smile && { smile }) }),
    // The most that the settings allow: a benchmark is one client.
    SVC_RATE_LIMIT_PER_MINUTE: '1000000',
    SVC_RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000000',
    ...options.settings,
  }
  await initAppliance(env)
  const keys = await createKeys(env, options.environment ?? 'sandbox')
  const start = () => startProcess({ ...env, ...options.variables?.(folder) }, folder, port)
  let running = await start()
  const clearAway = () => {
    running.signal('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', clearAway)
  const product: Product = {
    folder,
    env,
    port,
    url: `http://127.0.0.1:${port}`,
    keys,
    get pid() {
      return running.pid
    },
    end: (signal) => running.end(signal),
    async startAgain() {
      running = await start()
      return running.startedAt
    },
    signal: (signal) => running.signal(signal),
    async stop() {
      await running.end('SIGTERM')
      process.off('exit', clearAway)
      rmSync(folder, { recursive: true })
    },
  }
  return product
}

/** Starts `svc serve` for an installation that exists; resolves once `/healthz` answers 200. */
async function startProcess(
  env: Readonly<Record<string, string>>,
  folder: string,
  port: number,
): ReturnType<typeof answering> {
  const logFile = join(folder, 'server.log')
  const log = openSync(logFile, 'a')
  const startedAt = performance.now()
  const asRoot = process.geteuid?.() === 0 ? { SVC_ALLOW_ROOT: 'yes' } : {}
  const child = spawn(process.execPath, [launcher, 'serve'], {
    env: { ...asRoot, ...env, PATH: process.env.PATH ?? '' },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const running = {
    startedAt,
    pid: child.pid ?? 0,
    end(signal: NodeJS.Signals): Promise<void> {
      child.kill(signal)
      return ended
    },
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
  }
  const failed = ended.then(() => {
    throw new Error(`svc serve ended: ${readFileSync(logFile, 'utf8').slice(-2_000)}`)
  })
  return Promise.race([answering(port, running), failed])
}

interface RunningProcess {
  readonly startedAt: number
  readonly pid: number
  end(signal: NodeJS.Signals): Promise<void>
  signal(signal: NodeJS.Signals): void
}

async function answering(port: number, running: RunningProcess): Promise<RunningProcess> {
  await firstAnswer(`http://127.0.0.1:${port}/healthz`)
  return running
}

/** Resolves once the address answers with 200. @throws Error after a minute */
export async function firstAnswer(url: string): Promise<void> {
  const until = performance.now() + answersWithinMs
  while (performance.now() < until) {
    const response = await fetch(url).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${url} did not answer within ${answersWithinMs / 1000} s`)
}

function createKeys(
  env: Readonly<Record<string, string>>,
  environment: Environment,
): Promise<readonly string[]> {
  return insideAppliance(env, async (appliance) => {
    const keys: string[] = []
    for (let index = 0; index < keysCount; index += 1) {
      const asked = { name: `Bench ${index}`, environment, scopes, allowedCidrs: [] }
      const made = await createKey(appliance, fromCommandLine, { ...asked, expiresAt: undefined })
      keys.push(made.text)
    }
    return keys
  })
}
