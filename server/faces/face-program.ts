// The process that runs the bank's face model: the model and the pictures in through stdin, embeddings out through
// stdout. It has no secrets, no settings and no socket, and cannot read the file of the model. It ends when its
// parent is gone.

import { type Frame, frameParts, frameReader } from '../images/frames.ts'
import { loadSharp, type Sharp } from '../images/load-sharp.ts'
import { faceModelBytesMax } from './face-limits.ts'
import { type FaceModel, loadFaceModel, squarePlanes } from './face-model.ts'
import type { FaceOrder, FaceProgramAnswer } from './face-order.ts'

const nothing = Buffer.alloc(0)

let model: FaceModel | undefined

function answer(head: FaceProgramAnswer, body: Buffer = nothing): void {
  for (const part of frameParts(head, body)) process.stdout.write(part)
}

async function execute(sharp: Sharp, { head, body }: Frame): Promise<void> {
  switch ((head as FaceOrder).kind) {
    case 'load':
      return load(body)
    case 'embed':
      return embed(sharp, body)
  }
}

async function load(bytes: Buffer): Promise<void> {
  try {
    model = await loadFaceModel(bytes)
    answer({ kind: 'loaded' })
  } catch {
    answer({ kind: 'unusable' })
  }
}

async function embed(sharp: Sharp, picture: Buffer): Promise<void> {
  if (model === undefined) return answer({ kind: 'no_model' })
  try {
    const embedding = await model(await squarePlanes(sharp, picture))
    // Of an embedding of nothing but zeros no similarity can be computed.
    if (!embedding.every(Number.isFinite) || embedding.every((one) => one === 0)) {
      return answer({ kind: 'failed' })
    }
    const { buffer, byteOffset, byteLength } = embedding
    answer({ kind: 'embedded' }, Buffer.from(buffer, byteOffset, byteLength))
  } catch {
    answer({ kind: 'failed' })
  }
}

/** Bytes of pictures and tensors after which they are freed. */
const uncollectedBytesMax = 48 * 1024 * 1024

/** They are stored outside the JavaScript heap, where they trigger garbage collection too late. */
async function executeAndCollect(sharp: Sharp, frame: Frame): Promise<void> {
  await execute(sharp, frame)
  setImmediate(() => {
    if (process.memoryUsage().external > uncollectedBytesMax) globalThis.gc?.()
  })
}

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

process.stdin.on('end', end)
process.stdin.on('error', end)
process.stdout.on('error', end)
try {
  const sharp = await loadSharp()
  process.stdin.on(
    'data',
    frameReader(faceModelBytesMax, (frame) => void executeAndCollect(sharp, frame)),
  )
  answer({ kind: 'ready' })
} catch {
  answer({ kind: 'unavailable' })
}
