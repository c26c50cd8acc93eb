// The rows of the start: `svc serve` on a used folder and `npm start` on an existing demo, each until `/healthz`
// answers 200, and the resident memory of the idle server. Memory on Linux only (/proc).

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { firstAnswer, type Product, startProduct } from '../load/product.ts'
import { residentMb } from '../proc-figures.ts'
import type { Bench, Measured, Row } from '../row.ts'
import { repeat } from '../timed.ts'
import { submitSome } from './reads.ts'

const productDir = fileURLToPath(new URL('../../..', import.meta.url))
const idleForMs = 3_000

export const startRow: Row = {
  name: 'start',
  about:
    'svc serve on a used folder and npm start on an existing demo to the first answer; idle memory',
  lines: [
    { label: 'start svc serve', unit: 's', limit: { kind: 'figure', atMost: 0.6 } },
    { label: 'start npm start', unit: 's', limit: { kind: 'figure', atMost: 1 } },
    { label: 'idle memory', unit: 'MB', limit: { kind: 'figure', atMost: 110 } },
  ],
  async measure(bench) {
    const product = await startProduct()
    try {
      await submitSome(product)
      const served = await repeat(bench, 'svc serve', () => serveAgain(product))
      await new Promise((resolve) => setTimeout(resolve, idleForMs))
      const memory: Measured = { kind: 'figure', ours: residentMb(product.pid) }
      return [served, await startDemo(bench), memory]
    } finally {
      await product.stop()
    }
  },
}

async function serveAgain(product: Product): Promise<number> {
  await product.end('SIGTERM')
  const startedAt = await product.startAgain()
  return (performance.now() - startedAt) / 1000
}

/** The first start, which seeds the demo, is not counted. */
async function startDemo(bench: Bench): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-demo-'))
  try {
    bench.say('npm start: seeding the demo')
    await npmStart(folder)
    return await repeat(bench, 'npm start', () => npmStart(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the seconds from the command to the first answer. */
async function npmStart(folder: string): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: productDir,
    env: { ...process.env, SVC_PORT: String(port), SVC_DATA_DIR: folder },
    stdio: 'ignore',
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await firstAnswer(`http://127.0.0.1:${port}/healthz`)
  const seconds = (performance.now() - startedAt) / 1000
  // The whole group: npm, its shell and the server.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  await ended
  return seconds
}
