// Reads a multipart form: fields into memory, files into sinks, with limits while it streams. The only user of
// busboy, which parses; this file decides what is accepted.

import { once } from 'node:events'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import type { Fault } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type BodyLimits, type BodySource, openBody } from '../bodies/body-stream.ts'
import { type StoredFile, UploadFiles, type UploadSink } from './upload-files.ts'
import { UploadForm } from './upload-form.ts'
import { uploadLimits } from './upload-limits.ts'
import {
  assertIsMultipart,
  faultOfLargeFile,
  refuseMalformed,
  refuseName,
  refuseTooMany,
} from './upload-refusals.ts'

export interface UploadPlan<Result> {
  /** Names of the file fields. Other files are discarded. */
  readonly files: readonly string[]
  /** Called once for each file field that arrives. */
  openFile(field: string): UploadSink<Result>
}

export interface Upload<Result> {
  /** All text fields without a fault of their own; only their length and encoding have been checked. */
  readonly fields: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, StoredFile<Result>>
  /** Names of files that were discarded, because the plan has no such field. */
  readonly unknownFiles: readonly string[]
  /** Faults of the form itself, to be reported together with the faults of its content. */
  readonly faults: readonly Fault[]
  /** Identify the request for idempotency, whatever the order of its parts. */
  readonly fingerprintParts: readonly string[]
}

/** An upload whose files can still be discarded. */
export interface OpenUpload<Result> {
  readonly upload: Upload<Result>
  /** Deletes all files. Never rejects. */
  discard(): Promise<void>
}

/**
 * Resolves when the whole body has been read; what is too large is among the faults. On any failure, and when the
 * client disconnects, every sink has been aborted before this rejects.
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_request`
 */
export async function readUpload<Result>(
  clock: Clock,
  source: BodySource,
  plan: UploadPlan<Result>,
  limits: Omit<BodyLimits, 'bytesMax'>,
): Promise<OpenUpload<Result>> {
  assertIsMultipart(source.request)
  const form = new UploadForm(plan.files)
  const files = new UploadFiles((field) => plan.openFile(field), uploadLimits.fileBytesMax)
  const body = openBody(clock, source, { ...limits, bytesMax: uploadLimits.requestBytesMax })
  try {
    await parse(body, openParser(source), { form, files })
    return { upload: toUpload(form, files), discard: () => files.discard() }
  } catch (error) {
    body.destroy()
    await files.discard()
    throw files.sinkFailure ?? refuseMalformed(error)
  }
}

function toUpload<Result>(form: UploadForm, files: UploadFiles<Result>): Upload<Result> {
  const fileParts = [...files.stored].map(([name, file]) =>
    JSON.stringify(['file', name, file.sha256]),
  )
  return {
    fields: form.fields,
    files: files.stored,
    unknownFiles: form.unknownFiles,
    faults: [...form.faults, ...files.tooLarge.map(faultOfLargeFile)],
    fingerprintParts: [...form.fieldParts, ...fileParts].sort(),
  }
}

/** Receives the parts of a form. */
interface Destination {
  readonly form: UploadForm
  readonly files: Pick<UploadFiles<unknown>, 'store'>
}

/** @throws Error of the parser if Content-Type names no usable boundary */
function openParser({ request }: BodySource): busboy.Busboy {
  return busboy({
    headers: request.headers,
    defParamCharset: 'utf8',
    // File names are never used as paths. Without this, a name that ends in a slash would count as empty.
    preservePath: true,
    // No `fileSize`: it would end the request at the first large file, so a second would go unreported.
    limits: {
      // The parser truncates at this size, so one byte more than the limit reveals a field that is too large.
      fieldSize: uploadLimits.fieldBytesMax + 1,
      fields: uploadLimits.fieldsMax,
      files: uploadLimits.filesMax,
      parts: uploadLimits.partsMax + 1,
    },
  })
}

/** Field names are taken literally: brackets in a name do not make nested fields. */
async function parse(
  body: Readable,
  parser: busboy.Busboy,
  { form, files }: Destination,
): Promise<void> {
  const storing: Promise<void>[] = []
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  parser.on('field', (name, value, { valueTruncated }) => {
    const refusal = refuseName(name)
    if (refusal) fail(refusal)
    else form.addField(name, value, valueTruncated)
  })
  parser.on('file', (name, stream, { filename }) => {
    // The reader gets the error itself. Without a reader, an unhandled `error` would end the process.
    stream.on('error', () => undefined)
    const refusal = refuseName(name)
    if (refusal) fail(refusal)
    if (!refusal && !filename) stream.once('data', () => form.addNamelessFile(name))
    if (refusal || !filename || !form.admitFile(name)) {
      stream.resume()
      return
    }
    const stored = files.store(name, stream)
    stored.catch(fail)
    storing.push(stored)
  })
  parser.on('fieldsLimit', () => fail(refuseTooMany('fields')))
  parser.on('filesLimit', () => fail(refuseTooMany('files')))
  parser.on('partsLimit', () => fail(refuseTooMany('parts')))
  parser.on('error', fail)
  body.on('error', fail)
  try {
    body.pipe(parser)
    await Promise.race([once(parser, 'close'), failed])
    await Promise.all(storing)
  } finally {
    body.unpipe(parser)
    parser.destroy()
  }
}
