// The handle of the process that runs the bank's face model: one picture at a time, with a new process and the model
// loaded again after one that died.

import { resolve } from 'node:path'
import { openPictureProgram, type ProgramLimits } from '../images/decoder/picture-program.ts'
import type { ProgramFailure } from '../images/decoder/start-program.ts'
import { workerFile } from '../kernel/built-files.js'
import { embeddingNumbers } from './face-limits.ts'
import { type FaceOrder, type FaceProgramAnswer, faceProgramAnswer } from './face-order.ts'

const megabyte = 1024 * 1024

/** A model of 260 MB is held twice while it is loaded, and takes seconds, so the process is kept at any size. */
export const faceLimits: ProgramLimits = {
  startMs: { first: 20_000, longest: 160_000 },
  orderMsMax: 60_000,
  memoryBytesMax: 1_536 * megabyte,
  reusableBytesMax: 1_536 * megabyte,
  lingerMs: 120_000,
  backOffMs: { first: 250, longest: 8_000 },
}
const heapMegabytesMax = 96

export type ModelState = 'loaded' | 'unusable' | 'not_started' | 'slow_start'

/**
 * `no_embedding` is said of the picture; `over_time` of a model that hung at it; `not_running` of the process, which
 * was killed, has no model, or does not start again.
 */
type Embedded = Float32Array | 'no_embedding' | 'over_time' | 'not_running'

export interface FaceEmbedder {
  /** Loads the model into a process, so that one that cannot be used is known before the first picture. */
  load(): Promise<ModelState>
  /** Call it for one picture at a time. */
  embed(picture: Buffer): Promise<Embedded>
  close(): void
}

const startFailures: ReadonlySet<ProgramFailure> = new Set([
  'not_started',
  'slow_start',
  'unavailable',
])
const notOfPicture: ReadonlySet<ProgramFailure> = new Set([...startFailures, 'killed', 'closed'])

interface ModelToRun {
  readonly file: string
  /** Resolves with the SHA-256 that the file must have. A model of which it throws, or of another one, is unusable. */
  readonly sha256: () => Promise<string>
}

/** Nothing is started before the first call; each process reads the file anew. */
export function openFaceEmbedder(
  model: ModelToRun,
  limits: Partial<ProgramLimits> = {},
): FaceEmbedder {
  const file = resolve(model.file)
  const program = openPictureProgram<FaceProgramAnswer>(
    {
      entry: () => workerFile('./face-program.ts', import.meta.url),
      heapMegabytesMax,
      readableFile: file,
      answerBytesMax: embeddingNumbers.max * Float32Array.BYTES_PER_ELEMENT,
      parse: (head) => faceProgramAnswer.safeParse(head).data,
      isReady: ({ kind }) => kind === 'ready',
    },
    { ...faceLimits, ...limits },
  )
  const run = (order: FaceOrder, bytes: Buffer = Buffer.alloc(0)) => program.run(order, bytes)

  async function load(): Promise<ModelState> {
    const sha256 = await model.sha256().catch(() => undefined)
    if (sha256 === undefined) return 'unusable'
    const result = await run({ kind: 'load', file, sha256 })
    if (result.kind === 'failed') {
      if (result.failure === 'slow_start') return 'slow_start'
      return startFailures.has(result.failure) ? 'not_started' : 'unusable'
    }
    if (result.answer.kind === 'loaded') return 'loaded'
    return 'unusable'
  }

  return {
    load,
    async embed(picture) {
      let result = await run({ kind: 'embed' }, picture)
      if (result.kind === 'answered' && result.answer.kind === 'no_model') {
        if ((await load()) !== 'loaded') return 'not_running'
        result = await run({ kind: 'embed' }, picture)
      }
      if (result.kind === 'failed') return embeddedOf(result.failure)
      return result.answer.kind === 'embedded' ? floatsOf(result.body) : 'no_embedding'
    },
    close: () => program.close(),
  }
}

function embeddedOf(failure: ProgramFailure): Exclude<Embedded, Float32Array> {
  if (failure === 'over_time') return 'over_time'
  return notOfPicture.has(failure) ? 'not_running' : 'no_embedding'
}

/** The body of a frame need not begin where a float may. */
function floatsOf(body: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(body).buffer)
}
