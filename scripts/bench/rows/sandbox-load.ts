// The submission that the HTTP rows send, and the product and bare Koa that they send it to.

import { awaTeranga } from '../../../test/support/person.ts'
import { type Product, startProduct } from '../load/product.ts'
import { fullLoad, rawRequest, runLoad } from '../load/run-load.ts'
import { type Bare, startBareKoa } from '../load/start-bare.ts'

/** A sandbox verification without a score. */
export const submission = { ...awaTeranga, external_ref: 'customer-1' }

export const sandboxPath = '/v1/kyc/sandbox/verify'

/** Returns the submission as a raw request, once with each key. */
export function submitsTo(product: Product): string[] {
  return product.keys.map((key) => rawRequest('POST', sandboxPath, { key, json: submission }))
}

/** Returns the submission as a raw request to bare Koa, which ignores the key: it makes the bytes equal. */
export function submitToBare(path: '/echo' | '/insert', key: string | undefined): string {
  return rawRequest('POST', path, { json: submission, ...(key !== undefined && { key }) })
}

export async function ratePerSecond(port: number, requests: string[]): Promise<number> {
  return (await runLoad({ port, requests, ...fullLoad })).perSecond
}

/** Runs `work` with a product and bare Koa and stops both, whatever happens. */
export async function besideBareKoa<Result>(
  work: (product: Product, bare: Bare) => Promise<Result>,
): Promise<Result> {
  const product = await startProduct()
  try {
    const bare = await startBareKoa()
    try {
      return await work(product, bare)
    } finally {
      await bare.stop()
    }
  } finally {
    await product.stop()
  }
}
