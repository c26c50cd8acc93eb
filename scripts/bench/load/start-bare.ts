// Starts a bare peer, bare Koa or the bare intake loop, in a child process, and stops it.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export interface Bare {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

const listening = z.object({ port: z.number() })

/** @param answer the JSON that answers `GET /answer` */
export async function startBareKoa(answer: unknown = { status: 'ok' }): Promise<Bare> {
  const { child, ...bare } = await start('bare-koa.ts')
  const taken = new Promise((resolve) => child.once('message', resolve))
  child.send({ answer })
  await taken
  return bare
}

export async function startBareIntake(): Promise<Bare> {
  const { child: _, ...bare } = await start('bare-intake.ts')
  return bare
}

async function start(program: string): Promise<Bare & { readonly child: ChildProcess }> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), { env })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const said = await new Promise((resolve) => child.once('message', resolve))
  return {
    child,
    port: listening.parse(said).port,
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
