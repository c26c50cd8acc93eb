// Rows of the reads and of `/healthz`, each of the bare Koa route that parses and echoes the submission.

import { compare } from '../compare.ts'
import type { Product } from '../load/product.ts'
import { rawRequest } from '../load/run-load.ts'
import { startBareKoa } from '../load/start-bare.ts'
import type { Bench, Measured, Row } from '../row.ts'
import { createRateMeter, describeCpu } from './rate-meter.ts'
import {
  besideBareKoa,
  ratePerSecond,
  sandboxPath,
  submission,
  submitToBare,
} from './sandbox-load.ts'

const verificationsCount = 200

export const readRow: Row = {
  name: 'read',
  about:
    'reads of a verification by its id over 64 connections, of bare Koa that echoes the submission',
  lines: [{ label: 'read', unit: '/s', limit: { kind: 'ratio', atLeast: 0.35, hoped: 0.6 } }],
  measure: (bench) =>
    compareReads(bench, (product, ids) =>
      ids.map((id, index) =>
        rawRequest('GET', `/v1/kyc/verifications/${id}`, { key: keyOf(product, index) }),
      ),
    ),
}

export const listRow: Row = {
  name: 'list',
  about: 'lists of 20 verifications, of the same',
  lines: [{ label: 'list', unit: '/s', limit: { kind: 'ratio', atLeast: 0.25, hoped: 0.5 } }],
  measure: (bench) =>
    compareReads(bench, (product) =>
      product.keys.map((key) => rawRequest('GET', '/v1/kyc/verifications?limit=20', { key })),
    ),
}

export const healthRow: Row = {
  name: 'healthz',
  about: '/healthz, of the same',
  lines: [{ label: 'healthz', unit: '/s', limit: { kind: 'ratio', atLeast: 0.7, hoped: 0.9 } }],
  measure: (bench) => compareReads(bench, () => [rawRequest('GET', '/healthz')]),
}

function compareReads(
  bench: Bench,
  requestsOf: (product: Product, ids: readonly string[]) => string[],
): Promise<readonly Measured[]> {
  return besideBareKoa(async (product, bare) => {
    const requests = requestsOf(product, await submitSome(product))
    const echo = [submitToBare('/echo', product.keys[0])]
    const ours = createRateMeter(product, requests)
    const peer = createRateMeter(bare, echo)
    await ours.warmUp()
    await peer.warmUp()
    const contest = { ours: ours.measure, peer: peer.measure, peerName: 'bare Koa' }
    const { details, ...measured } = await compare(bench, contest)
    const added = [...describeCpu(ours, peer), await sameAnswer(product, requests[0])]
    return [{ ...measured, details: [...details, ...added] }]
  })
}

/** Measures once a bare route that answers with our JSON, because it may be larger than the submission. */
async function sameAnswer(product: Product, request = ''): Promise<string> {
  const [, path = ''] = request.split(' ')
  const headers = { Authorization: `Bearer ${product.keys[0]}` }
  const answer: unknown = await (await fetch(product.url + path, { headers })).json()
  const bare = await startBareKoa(answer)
  const rate = await ratePerSecond(bare.port, [rawRequest('GET', '/answer')])
  await bare.stop()
  const bytes = Buffer.byteLength(JSON.stringify(answer))
  return `bare Koa that answers a GET with this JSON (${bytes} bytes): ${Math.round(rate)}/s`
}

/** Returns the ids of new verifications; each key has submitted some. */
export async function submitSome(product: Product): Promise<readonly string[]> {
  const ids: string[] = []
  for (let index = 0; index < verificationsCount; index += 1) {
    const response = await fetch(product.url + sandboxPath, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${keyOf(product, index)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(submission),
    })
    const { data } = (await response.json()) as { data: { id: string } }
    ids.push(data.id)
  }
  return ids
}

export function keyOf({ keys }: Product, index: number): string {
  return keys[index % keys.length] ?? ''
}
