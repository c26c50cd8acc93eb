// The rows of a restart after `kill -9`: seconds from the start of the process to the first run of a job and to the
// first webhook that was waiting. Both are seen by servers of this process: the provider and a receiver.

import { createServer } from 'node:http'
import { listenLocally } from '../listen-locally.ts'
import { type Product, startProduct } from '../load/product.ts'
import type { Row } from '../row.ts'
import { specimenForm } from '../specimen-form.ts'
import { figureOf } from '../timed.ts'
import { submission } from './sandbox-load.ts'

const seenWithinMs = 30_000

export const restartRow: Row = {
  name: 'restart',
  about:
    'seconds from the start of the process after kill -9 to the first job and the first delivery',
  lines: [
    { label: 'restart to job', unit: 's', limit: { kind: 'figure', atMost: 1, hoped: 0.6 } },
    { label: 'restart to delivery', unit: 's', limit: { kind: 'figure', atMost: 1, hoped: 0.6 } },
  ],
  async measure(bench) {
    const jobs: number[] = []
    const deliveries: number[] = []
    for (let run = 1; run <= bench.runs; run += 1) {
      jobs.push(await timeToJob())
      deliveries.push(await timeToDelivery())
      bench.say(`run ${run} of ${bench.runs}: ${jobs.at(-1)} s, ${deliveries.at(-1)} s`)
    }
    return [figureOf(jobs), figureOf(deliveries)]
  },
}

/** A provider that never answers: the job of a live verification calls it before the kill and again afterwards. */
async function timeToJob(): Promise<number> {
  const provider = await openWitness(() => {})
  const product = await startProduct({
    environment: 'live',
    smile: { baseUrl: `${provider.url}/v1`, partnerId: '042', apiKey: 'restart-bench-partner-key' },
    settings: { SVC_STOP_TIMEOUT: '1s' },
  })
  const headers = { Authorization: `Bearer ${product.keys[0]}` }
  const body = specimenForm({})
  await answered(fetch(`${product.url}/v1/kyc/verify`, { method: 'POST', headers, body }), 202)
  return killAndSee(product, provider)
}

/** A receiver that does not answer before the kill: the delivery is repeated after the start. */
async function timeToDelivery(): Promise<number> {
  let isUp = false
  const receiver = await openWitness((answer) => {
    if (isUp) answer()
  })
  const product = await startProduct({ settings: { SVC_WEBHOOK_ALLOW_LOOPBACK: 'yes' } })
  const headers = {
    Authorization: `Bearer ${product.keys[0]}`,
    'Content-Type': 'application/json',
  }
  const post = (path: string, json: unknown, status: number) => {
    const body = JSON.stringify(json)
    return answered(fetch(`${product.url}/v1${path}`, { method: 'POST', headers, body }), status)
  }
  await post('/webhooks', { url: receiver.url, events: ['verification.completed'] }, 201)
  await post('/kyc/sandbox/verify', submission, 200)
  await receiver.next()
  isUp = true
  return killAndSee(product, receiver, true)
}

interface Witness {
  readonly url: string
  /** Resolves with the time (`performance.now()`) of the first request since the last call or `forget`. */
  next(): Promise<number>
  forget(): void
  close(): void
}

async function killAndSee(product: Product, witness: Witness, isSeen = false): Promise<number> {
  try {
    if (!isSeen) await witness.next()
    await product.end('SIGKILL')
    witness.forget()
    const seen = witness.next()
    const startedAt = await product.startAgain()
    return ((await seen) - startedAt) / 1000
  } finally {
    await product.stop()
    witness.close()
  }
}

async function openWitness(onRequest: (answer: () => void) => void): Promise<Witness> {
  const times: number[] = []
  let tell: (() => void) | undefined
  const server = createServer((request, response) => {
    times.push(performance.now())
    tell?.()
    request.resume()
    onRequest(() => response.writeHead(204).end())
  })
  const port = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}`,
    async next() {
      if (times.length === 0) {
        await new Promise<void>((resolve, reject) => {
          tell = resolve
          const late = () => reject(new Error('no request came within 30 s'))
          setTimeout(late, seenWithinMs).unref()
        })
      }
      return times.splice(0)[0] ?? 0
    },
    forget() {
      times.length = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function answered(asked: Promise<Response>, status: number): Promise<void> {
  const response = await asked
  const text = await response.text()
  if (response.status !== status) throw new Error(`${response.url}: ${response.status} ${text}`)
}
