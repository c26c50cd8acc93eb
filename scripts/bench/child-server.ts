// Runs the product in a child process through its launcher, so that it can be timed and killed.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const launcher = fileURLToPath(new URL('../../cli/svc.js', import.meta.url))

const run = promisify(execFile)

export interface ChildServer {
  readonly url: string
  readonly pid: number
  /** Resolves with the exit code, or null if a signal ended the process. */
  readonly ended: Promise<number | null>
  /** Sends the signal and resolves with the exit code, or null if the signal ended the process. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

interface ServerWay {
  readonly within?: readonly string[] | undefined
  readonly program?: string | undefined
}

/** Returns the settings of an appliance that stores everything in `folder` and optionally uses this Smile ID. */
export function environmentOf(input: {
  readonly folder: string
  readonly port: number
  readonly smile?: {
    readonly baseUrl: string
    readonly partnerId: string
    readonly apiKey: string
  }
}): Readonly<Record<string, string>> {
  const { smile } = input
  return {
    SVC_CONFIG: join(input.folder, 'svc.conf'),
    SVC_DATA_DIR: join(input.folder, 'appliance'),
    SVC_MASTER_KEY_FILE: join(input.folder, 'master.key'),
    SVC_PORT: String(input.port),
    SVC_RATE_LIMIT_PER_MINUTE: '100000',
    // Reading a document takes half a second of processor time, which would hide what is measured or shown.
    SVC_DOCUMENT_READING: 'off',
    ...(smile && {
      SVC_SMILE_BASE_URL: smile.baseUrl,
      SVC_SMILE_PARTNER_ID: smile.partnerId,
      SVC_SMILE_API_KEY: smile.apiKey,
    }),
  }
}

export async function initAppliance(env: Readonly<Record<string, string>>): Promise<void> {
  await run(process.execPath, [launcher, 'init'], { env: withPath(env) })
}

/** Runs `svc` with these words. @throws Error with its output if it fails */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<void> {
  await run(process.execPath, [launcher, ...words], { env: withPath(env) })
}

export async function createKey(
  env: Readonly<Record<string, string>>,
  environment: 'live' | 'sandbox',
): Promise<string> {
  const command = [launcher, 'keys', 'create', '--name', 'bench', '--env', environment, '--json']
  const { stdout } = await run(process.execPath, command, { env: withPath(env) })
  return (JSON.parse(stdout) as { key: string }).key
}

/**
 * Resolves once the server listens. @throws Error with its output if it exits before
 * @param within words of a command that runs it elsewhere, in the same process
 * @param program of another release
 */
export async function startServer(
  env: Readonly<Record<string, string>>,
  { within = [], program = launcher }: ServerWay = {},
): Promise<ChildServer> {
  const [command = '', ...words] = [...within, process.execPath, program, 'serve']
  const child = spawn(command, words, {
    env: withPath(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await untilStarted(child, ended)
  return {
    url: `http://127.0.0.1:${env.SVC_PORT}`,
    pid: child.pid ?? 0,
    ended,
    kill(signal) {
      child.kill(signal)
      return ended
    },
  }
}

async function untilStarted(child: ChildProcess, ended: Promise<number | null>): Promise<void> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the child has no pipes')
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    stderr.on('data', (chunk: Buffer) => {
      said.push(chunk.toString())
      // With SVC_LOG_FILE the log does not come to stdout.
      if (said.join('').includes('Serving http')) resolve()
    })
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.includes('"event":"started"')) resolve()
    })
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${said.join('')}`)))
  })
}

function withPath(env: Readonly<Record<string, string>>): Record<string, string> {
  const asRoot = process.geteuid?.() === 0 ? { SVC_ALLOW_ROOT: 'yes' } : {}
  return { ...asRoot, ...env, PATH: process.env.PATH ?? '' }
}
