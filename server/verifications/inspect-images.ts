// Inspects the images of a submission before it is accepted: those that are no images within the limits are refused.
// Where the operator enforces quality, they are decoded too, and damaged and poor ones are refused; otherwise the job
// decodes them before the provider is paid (rulings 4.4).

import type { Appliance } from '../appliance.ts'
import type { Config } from '../config.ts'
import type { EncryptionKey } from '../crypto/encrypt.ts'
import type { AdmittedFile } from '../images/admission/admitting-sink.ts'
import type { ImageRefusal } from '../images/inspection.ts'
import { imageBinding } from '../images/storage/image-binding.ts'
import type { StagedImage } from '../images/storage/record-images.ts'
import { AppError, type Fault } from '../kernel/app-error.ts'
import type { DocumentType } from '../markets/market.ts'
import {
  faultOfFinding,
  faultOfImage,
  type ImageField,
  imageFields,
  roleOfField,
} from './submission/image-fields.ts'

export interface InspectNeeds extends Pick<Appliance, 'files' | 'images' | 'virusScanner'> {
  readonly config: Pick<Config, 'preflight'>
}

interface UploadedFile {
  readonly sha256: string
  readonly result: AdmittedFile
}

interface InspectedSubmission {
  readonly dataKey: EncryptionKey
  readonly idType: DocumentType
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

interface InspectedFile {
  readonly images: readonly StagedImage[]
  readonly faults: readonly Fault[]
  /** Names of the viruses found, without unprintable characters: one for each infected image. */
  readonly signatures: readonly string[]
}

interface InspectedImages extends InspectedFile {
  /** Whether the images are known to decode, and their findings are complete. */
  readonly areDecoded: boolean
}

/** A scanner that is down may be up again by then. */
const scannerRetryAfterSeconds = 30

/** @throws the signal's reason; AppError `unavailable` when the decoder's queue is full or the virus scanner is down */
export async function inspectImages(
  needs: InspectNeeds,
  files: ReadonlyMap<string, UploadedFile>,
  submission: InspectedSubmission,
): Promise<InspectedImages> {
  // Once one image fails for good, the others must not stay in the decoder's queue.
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
    areDecoded: needs.config.preflight === 'enforce',
    faults: inspected.flatMap(({ faults }) => faults),
    signatures: inspected.flatMap(({ signatures }) => signatures),
  }
}

async function inspectOne(
  needs: InspectNeeds,
  field: ImageField,
  file: UploadedFile,
  { dataKey, idType, signal }: InspectedSubmission,
): Promise<InspectedFile> {
  const { config, files, images, virusScanner } = needs
  const { staged, admission } = file.result
  if (admission.kind === 'refused') return refusedFile(field, admission)
  const role = roleOfField[field]
  const open = () => files.readStaged(staged, dataKey, imageBinding(role))
  const [inspection, scanned] = await Promise.all([
    config.preflight === 'enforce'
      ? images.inspect(open, { role, idType }, { measureQuality: true, signal })
      : { kind: 'readable' as const, facts: admission.facts, findings: [] },
    virusScanner.scan(open, signal),
  ])
  if (scanned.kind === 'found') {
    const fault = faultOfImage(field, virusMessage)
    return { images: [], faults: [fault], signatures: [scanned.signature] }
  }
  if (inspection.kind === 'refused') return refusedFile(field, inspection)
  if (scanned.kind === 'unavailable') throw scannerUnavailable()
  const { facts, findings } = inspection
  const image = { role, staged, sha256: file.sha256, facts, findings, scan: scanned.scan }
  return { images: [image], faults: findings.map(faultOfFinding), signatures: [] }
}

function refusedFile(field: ImageField, { message }: ImageRefusal): InspectedFile {
  return { images: [], faults: [faultOfImage(field, message)], signatures: [] }
}

const virusMessage = 'was refused by the virus scanner. Take the photo again, on another device.'

function scannerUnavailable(): AppError {
  const message = `The virus scanner is unavailable. Try again in ${scannerRetryAfterSeconds} seconds.`
  return new AppError('unavailable', message, {
    retryAfterSeconds: scannerRetryAfterSeconds,
    reason: 'virus_scanner_unavailable',
  })
}
