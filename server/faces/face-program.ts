// The process that runs the bank's face model: the model and the pictures in through stdin, embeddings out through
// stdout. It cannot read the file of the model.

import type { Frame } from '../images/frames.ts'
import { loadSharp, type Sharp } from '../images/load-sharp.ts'
import { type OrderReply, serveOrders } from '../images/serve-orders.ts'
import { faceModelBytesMax } from './face-limits.ts'
import { type FaceModel, loadFaceModel, squarePlanes } from './face-model.ts'
import type { FaceOrder, FaceProgramAnswer } from './face-order.ts'

let model: FaceModel | undefined

async function execute(
  sharp: Sharp,
  { head, body }: Frame,
): Promise<OrderReply<FaceProgramAnswer>> {
  switch ((head as FaceOrder).kind) {
    case 'load':
      return load(body)
    case 'embed':
      return embed(sharp, body)
  }
}

async function load(bytes: Buffer): Promise<OrderReply<FaceProgramAnswer>> {
  try {
    model = await loadFaceModel(bytes)
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
  orderBytesMax: faceModelBytesMax,
  uncollectedBytesMax: 48 * 1024 * 1024,
  load: loadSharp,
  explain: () => ({ kind: 'unavailable' }) as const,
  execute,
})
