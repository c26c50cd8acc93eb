// Looks at the pictures of a submission before anyone pays for them: what cannot be used is refused,
// what is merely poor is recorded, or refused too where the operator asks for that (rulings 4.4).

import type { Config } from '../config.ts'
import type { SealingKey } from '../crypto/seal.ts'
import { evidenceBoundTo } from '../evidence/evidence-bound-to.ts'
import type { EvidenceFiles, StagedFile } from '../evidence/evidence-files.ts'
import type { ImageReader } from '../evidence/inspect-image.ts'
import type { StagedImage } from '../evidence/record-evidence.ts'
import type { Fault } from '../kernel/app-error.ts'
import type { DocumentType } from '../markets/market.ts'
import {
  faultOfFinding,
  faultOfImage,
  faultsOfMissingFiles,
  type ImageField,
  imageFields,
  roleOfField,
} from './image-fields.ts'

export interface InspectNeeds {
  readonly config: Pick<Config, 'preflight'>
  readonly files: EvidenceFiles
  readonly images: ImageReader
}

/** What arrived under one field of the form. */
export interface UploadedFile {
  readonly sha256: string
  readonly result: StagedFile
}

/** What is known of a submission when its pictures are looked at. */
export interface InspectedSubmission {
  readonly dataKey: SealingKey
  readonly idType: DocumentType
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export interface InspectedImages {
  readonly images: readonly StagedImage[]
  readonly faults: readonly Fault[]
}

/** @throws the signal's reason; AppError `unavailable` where too many pictures wait */
export async function inspectImages(
  needs: InspectNeeds,
  files: ReadonlyMap<string, UploadedFile>,
  submission: InspectedSubmission,
): Promise<InspectedImages> {
  // Once one picture fails for good, its siblings must not go on waiting for a place.
  const failed = new AbortController()
  const signal = AbortSignal.any([submission.signal, failed.signal])
  const inspected = await Promise.all(
    imageFields.map(async (field) => {
      const file = files.get(field)
      if (file === undefined) return { faults: [], images: [] }
      return inspectOne(needs, field, file, { ...submission, signal })
    }),
  ).catch((error: unknown) => {
    failed.abort(error)
    throw error
  })
  return {
    images: inspected.flatMap(({ images }) => images),
    faults: [
      ...faultsOfMissingFiles(new Set(files.keys())),
      ...inspected.flatMap(({ faults }) => faults),
    ],
  }
}

async function inspectOne(
  needs: InspectNeeds,
  field: ImageField,
  file: UploadedFile,
  { dataKey, idType, signal }: InspectedSubmission,
): Promise<InspectedImages> {
  const { config, files, images } = needs
  const role = roleOfField[field]
  const inspection = await images.inspect(
    () => files.readStaged(file.result, dataKey, evidenceBoundTo(role)),
    { role, idType },
    { measureQuality: config.preflight !== 'off', signal },
  )
  if (inspection.kind === 'refused') {
    return { images: [], faults: [faultOfImage(field, inspection.message)] }
  }
  const { facts, findings } = inspection
  const image = { role, staged: file.result, sha256: file.sha256, facts, findings }
  const faults = config.preflight === 'enforce' ? findings.map(faultOfFinding) : []
  return { images: [image], faults }
}
