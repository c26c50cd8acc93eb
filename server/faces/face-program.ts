// The process that runs the bank's face model: pictures in through stdin, embeddings out through stdout. It reads the
// file of the model by itself, so that the server neither holds nor hashes hundreds of megabytes.

import type { Frame } from '../images/decoder/frames.ts'
import { loadSharp, type Sharp } from '../images/decoder/load-sharp.ts'
import { type OrderReply, serveOrders } from '../images/decoder/serve-orders.ts'
import { imageBytesMax } from '../images/image.ts'
import { type FaceModel, loadFaceModel, squarePlanes } from './face-model.ts'
import type { FaceOrder, FaceProgramAnswer } from './face-order.ts'
import { readModelFile } from './read-model-file.ts'

let model: FaceModel | undefined

async function execute(
  sharp: Sharp,
  { head, body }: Frame,
): Promise<OrderReply<FaceProgramAnswer>> {
  const order = head as FaceOrder
  switch (order.kind) {
    case 'load':
      return load(order)
    case 'embed':
      return embed(sharp, body)
  }
}

async function load(
  wanted: Extract<FaceOrder, { readonly kind: 'load' }>,
): Promise<OrderReply<FaceProgramAnswer>> {
  try {
    model = await loadFaceModel(await readModelFile(wanted))
    return [{ kind: 'loaded' }]
  } catch {
    return [{ kind: 'unusable' }]
  }
}

async function embed(sharp: Sharp, picture: Buffer): Promise<OrderReply<FaceProgramAnswer>> {
  if (model === undefined) return [{ kind: 'no_model' }]
  try {
    const embedding = await model(await squarePlanes(sharp, picture))
    // Of an embedding of nothing but zeros no similarity can be computed.
    if (!embedding.every(Number.isFinite) || embedding.every((one) => one === 0)) {
      return [{ kind: 'failed' }]
    }
    const { buffer, byteOffset, byteLength } = embedding
    return [{ kind: 'embedded' }, Buffer.from(buffer, byteOffset, byteLength)]
  } catch {
    return [{ kind: 'failed' }]
  }
}

await serveOrders({
  orderBytesMax: imageBytesMax,
  uncollectedBytesMax: 48 * 1024 * 1024,
  load: loadSharp,
  explain: () => ({ kind: 'unavailable' }) as const,
  execute,
})
