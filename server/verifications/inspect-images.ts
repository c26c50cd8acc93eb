// Looks at the pictures of a submission before anyone pays for them: what cannot be used is refused,
// what is merely poor is recorded, or refused too where the operator asks for that (rulings 4.4).

import type { Config } from '../config.ts'
import type { SealingKey } from '../crypto/seal.ts'
import { evidenceBoundTo } from '../evidence/evidence-bound-to.ts'
import type { EvidenceFiles, StagedFile } from '../evidence/evidence-files.ts'
import type { ImageReader } from '../evidence/inspect-image.ts'
import type { StagedImage } from '../evidence/record-evidence.ts'
import type { VirusScanner } from '../evidence/scan-image.ts'
import { AppError, type Fault } from '../kernel/app-error.ts'
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
  readonly virusScanner: VirusScanner
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
  /** What the scanner for viruses found, cleaned: one name for each image that it found something in. */
  readonly signatures: readonly string[]
}

/** Seconds after which a scanner that is down may be up again. */
const scannerRetryAfterSeconds = 30

/** @throws the signal's reason; AppError `unavailable` where too many wait, or none can be scanned */
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
      if (file === undefined) return { faults: [], images: [], signatures: [] }
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
    signatures: inspected.flatMap(({ signatures }) => signatures),
  }
}

async function inspectOne(
  needs: InspectNeeds,
  field: ImageField,
  file: UploadedFile,
  { dataKey, idType, signal }: InspectedSubmission,
): Promise<InspectedImages> {
  const { config, files, images, virusScanner } = needs
  const role = roleOfField[field]
  const open = () => files.readStaged(file.result, dataKey, evidenceBoundTo(role))
  const measureQuality = config.preflight !== 'off'
  const [inspection, scanned] = await Promise.all([
    images.inspect(open, { role, idType }, { measureQuality, signal }),
    virusScanner.scan(open, signal),
  ])
  if (scanned.kind === 'found') {
    const fault = faultOfImage(field, virusMessage)
    return { images: [], faults: [fault], signatures: [scanned.signature] }
  }
  if (inspection.kind === 'refused') {
    return { images: [], faults: [faultOfImage(field, inspection.message)], signatures: [] }
  }
  if (scanned.kind === 'unavailable') throw noScan()
  const { facts, findings } = inspection
  const { scan } = scanned
  const image = { role, staged: file.result, sha256: file.sha256, facts, findings, scan }
  const faults = config.preflight === 'enforce' ? findings.map(faultOfFinding) : []
  return { images: [image], faults, signatures: [] }
}

const virusMessage = 'was refused by the virus scanner. Take the photo again, on another device.'

function noScan(): AppError {
  const message = `Images cannot be scanned for viruses just now. Try again in ${scannerRetryAfterSeconds} seconds.`
  return new AppError('unavailable', message, { retryAfterSeconds: scannerRetryAfterSeconds })
}
