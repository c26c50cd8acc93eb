// Opens the face model that the settings name, with what was measured of it. Without a measurement of exactly this
// model there is no threshold, and the model is not used.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { faceModelBytesMax } from './face-limits.ts'
import {
  type FaceMeasurement,
  faceMeasurement,
  type Measured,
  picturePreparation,
} from './face-measurement.ts'

export interface FaceModelFiles {
  readonly modelFile: string
  readonly measurementFile: string
}

/** A measurement that holds a threshold. */
export type UsableMeasurement = Omit<FaceMeasurement, 'measurement'> & {
  readonly measurement: Measured
}

interface Problem {
  readonly name: 'SVC_FACE_MODEL' | 'SVC_FACE_MEASUREMENT'
  readonly message: string
}

/** Thrown for a model or a measurement that cannot be used. */
export class FaceModelError extends Error {
  /** Each setting with its fault. */
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ name, message }) => `${name} ${message}`).join('\n'))
    this.name = 'FaceModelError'
    this.problems = problems
  }
}

/** Reads both files whole. @throws FaceModelError with every fault of both */
export async function readMeasuredModel(files: FaceModelFiles): Promise<UsableMeasurement> {
  const { measurement, usable, problems } = await readMeasurement(files)
  const all = [...(await modelProblems(files, measurement)), ...problems]
  if (usable === undefined || all.length > 0) throw new FaceModelError(all)
  return usable
}

type ModelDigest = { readonly sha256: string } | { readonly fault: string }

/** In parts, so that a model of 300 MB is not held in memory. */
export async function digestModel(file: string): Promise<ModelDigest> {
  try {
    if ((await stat(file)).size > faceModelBytesMax) {
      return { fault: `is larger than ${faceModelBytesMax / 1024 ** 2} MB` }
    }
    const digest = createHash('sha256')
    for await (const part of createReadStream(file)) digest.update(part)
    return { sha256: digest.digest('hex') }
  } catch {
    return { fault: 'cannot be read' }
  }
}

const measurementSetting = 'SVC_FACE_MEASUREMENT'
/** It is parsed at once on the event loop. Its only long part are the names of unreadable pictures. */
const measurementBytesMax = 1024 * 1024

interface ReadMeasurement {
  readonly measurement: FaceMeasurement | undefined
  /** undefined exactly if there are problems. */
  readonly usable: UsableMeasurement | undefined
  readonly problems: readonly Problem[]
}

async function readMeasurement({
  measurementFile: file,
}: FaceModelFiles): Promise<ReadMeasurement> {
  const found = faceMeasurement.safeParse(await readJson(file)).data
  if (found === undefined) {
    const message = `names ${file}, which is no measurement of at most 1 MB that svc faces measure --out of this release wrote`
    return {
      measurement: undefined,
      usable: undefined,
      problems: [{ name: measurementSetting, message }],
    }
  }
  const problems = faultsOf(found, file)
  const { measurement } = found
  const isUsable = measurement.kind === 'measured' && problems.length === 0
  return { measurement: found, usable: isUsable ? { ...found, measurement } : undefined, problems }
}

function faultsOf(
  { measurement, images, preparation, samePairs, differentPairs }: FaceMeasurement,
  file: string,
): readonly Problem[] {
  const faults: string[] = []
  if (measurement.kind === 'too_few') {
    const { samePairsMin, differentPairsMin } = measurement
    faults.push(
      `names ${file}, which holds no threshold: ${samePairs} pairs of one person and ${differentPairs} of two are too few. Measure with at least ${samePairsMin} and ${differentPairsMin}`,
    )
  }
  if (images !== 'documents') {
    faults.push(
      `names ${file}, which was measured on pictures that were cut by somebody else. Measure with a list of documents and selfies (columns front, selfie, same, document)`,
    )
  }
  if (preparation !== picturePreparation) {
    faults.push(
      `names ${file}, which was measured with another release, whose pictures were cut in another way. Measure again`,
    )
  }
  return faults.map((message) => ({ name: measurementSetting, message }))
}

/** Returns undefined for a file that cannot be read, is larger than `measurementBytesMax`, or is no JSON. */
async function readJson(file: string): Promise<unknown> {
  try {
    if ((await stat(file)).size > measurementBytesMax) return undefined
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function modelProblems(
  files: FaceModelFiles,
  measurement: FaceMeasurement | undefined,
): Promise<readonly Problem[]> {
  const digest = await digestModel(files.modelFile)
  if ('fault' in digest) {
    return [{ name: 'SVC_FACE_MODEL', message: `names ${files.modelFile}, which ${digest.fault}` }]
  }
  if (measurement === undefined || digest.sha256 === measurement.modelSha256) return []
  return [otherModel(files, measurement.modelSha256)]
}

function otherModel({ modelFile, measurementFile }: FaceModelFiles, measured: string): Problem {
  return {
    name: measurementSetting,
    message: `names ${measurementFile}, which is of another model (SHA-256 ${measured.slice(0, 12)}...) than ${modelFile} (SVC_FACE_MODEL). Measure this model, or name the other one, and restart the server`,
  }
}
