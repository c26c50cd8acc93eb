// The server's handle of the bank's face model: one pair of pictures at a time, bounded in time, without ever throwing
// for what the model does.

import type { ProgramLimits } from '../images/decoder/picture-program.ts'
import { createPermits } from '../kernel/permits.ts'
import { unlessAborted } from '../kernel/unless-aborted.ts'
import type { FaceAnswer, FaceComparer, FaceFailure, FacePictures } from './face-comparer.ts'
import { similarityOf } from './match-rates.ts'
import { type FaceModelFiles, readMeasuredModel, type UsableMeasurement } from './measured-model.ts'
import { type FaceEmbedder, openFaceEmbedder } from './open-face-embedder.ts'

/** A large model on a busy machine takes a second a picture, and some seconds to load. */
const comparerLimits = { startMs: { first: 15_000, longest: 40_000 }, orderMsMax: 30_000 } as const
/** For one pair, with its wait for the pairs before it. */
const answerMsMax = 45_000

interface ComparerOptions {
  readonly limits?: Partial<ProgramLimits>
  readonly answerMsMax?: number
}

/** Nothing is read or started before the first pair. */
export function openFaceComparer(
  files: FaceModelFiles,
  options: ComparerOptions = {},
): FaceComparer {
  const turns = createPermits(1)
  let measured: Promise<UsableMeasurement> | undefined
  const model = () => {
    measured ??= readMeasuredModel(files).catch((error: unknown) => {
      // The files may be mended while the server runs.
      measured = undefined
      throw error
    })
    return measured
  }
  const embedder = openFaceEmbedder(
    { file: files.modelFile, sha256: async () => (await model()).modelSha256 },
    { ...comparerLimits, ...options.limits },
  )

  /** Keeps its turn until the pair is done, even where nobody waits for the answer any more. */
  async function inTurn(pictures: FacePictures, until: AbortSignal): Promise<FaceAnswer> {
    const release = await turns.acquire(1, until)
    try {
      const similarity = await similarityBy(embedder, pictures)
      if (typeof similarity === 'string') return { failure: similarity }
      return { similarity, model: await model() }
    } finally {
      release()
    }
  }

  return {
    async compare(pictures, signal) {
      const overTime = AbortSignal.timeout(options.answerMsMax ?? answerMsMax)
      const until = AbortSignal.any([signal, overTime])
      const overTimeAnswer = (): FaceAnswer => ({ failure: 'over_time' })
      const settled = inTurn(pictures, until).catch((error: unknown) => {
        if (until.aborted) return overTimeAnswer()
        throw error
      })
      // An abort ends the wait only: the process finishes its pair, within the limits above.
      const answer = await unlessAborted(settled, until, overTimeAnswer)
      signal.throwIfAborted()
      return answer
    },
    close: () => embedder.close(),
  }
}

async function similarityBy(
  embedder: FaceEmbedder,
  { portrait, selfie }: FacePictures,
): Promise<number | FaceFailure> {
  const one = await embedAgainAfterDeath(embedder, portrait)
  if (typeof one === 'string') return one
  const other = await embedAgainAfterDeath(embedder, selfie)
  return typeof other === 'string' ? other : similarityOf(one, other)
}

/** Tries a picture once more whose process was killed: that says nothing of the picture. */
async function embedAgainAfterDeath(
  embedder: FaceEmbedder,
  picture: Buffer,
): Promise<Float32Array | FaceFailure> {
  const first = await embedder.embed(picture)
  const embedded = first === 'not_running' ? await embedder.embed(picture) : first
  return embedded === 'not_running' ? 'unavailable' : embedded
}
