// Starts the receiver of the benchmarks with its certificate and reads its records.

import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import { z } from 'zod'

export interface BenchReceiver {
  /** `https://127.0.0.1:<port>`, without a path. */
  readonly url: string
  /** The receiver's certificate authority, PEM. */
  readonly ca: string
  /** Returns the requests by path so far. */
  counts(): Promise<Readonly<Record<string, number>>>
  /** Returns the requests to `/timed...` paths since the last call. */
  arrivals(): Promise<readonly TimedArrival[]>
  stop(): void
}

interface TimedArrival {
  readonly path: string
  /** The number in the event's `data`. */
  readonly number: number
  /** Milliseconds since 1970, with fractions. */
  readonly atMs: number
}

const program = fileURLToPath(new URL('receiver-child.ts', import.meta.url))
const listening = z.object({ port: z.number() })
const counted = z.object({ counts: z.record(z.string(), z.number()) })
const arrived = z.object({ arrivals: z.array(z.tuple([z.string(), z.number(), z.number()])) })

export async function startReceiver(folder: string): Promise<BenchReceiver> {
  const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  })
  const files = [join(folder, 'receiver.key'), join(folder, 'receiver.pem')] as const
  writeFileSync(files[0], made.private)
  writeFileSync(files[1], made.cert)
  const child = fork(program, files)
  const next = () => new Promise<unknown>((resolve) => child.once('message', resolve))
  const { port } = listening.parse(await next())
  return {
    url: `https://127.0.0.1:${port}`,
    ca: made.cert,
    async counts() {
      const answer = next()
      child.send('counts')
      return counted.parse(await answer).counts
    },
    async arrivals() {
      const answer = next()
      child.send('arrivals')
      const rows = arrived.parse(await answer).arrivals
      return rows.map(([path, number, atMs]) => ({ path, number, atMs }))
    },
    stop: () => child.disconnect(),
  }
}
