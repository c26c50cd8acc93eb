// Reads a multipart form: fields into memory, files into the caller's sinks, everything in bounds while
// it streams. The only user of busboy, which parses; what is accepted is decided here.

import { once } from 'node:events'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import type { Fault } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { type BodyLimits, type BodySource, openBody } from './body-stream.ts'
import { type StoredFile, UploadFiles, type UploadSink } from './upload-files.ts'
import { UploadForm } from './upload-form.ts'
import { uploadLimits } from './upload-limits.ts'
import {
  assertIsMultipart,
  refuseLargeField,
  refuseLargeFiles,
  refuseMalformed,
  refuseName,
  refuseTooMany,
} from './upload-refusals.ts'

export interface UploadPlan<Result> {
  /** Fields that are files. Other files are read past and ignored. */
  readonly files: readonly string[]
  /** Called once for each of them that arrives. */
  openFile(field: string): UploadSink<Result>
}

export interface Upload<Result> {
  /** Every text field; only its length and its encoding have been checked. */
  readonly fields: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, StoredFile<Result>>
  /** What is wrong with the form itself, to be reported together with what is wrong with its content. */
  readonly faults: readonly Fault[]
  /** What makes this request this request, whatever the order of its parts. */
  readonly fingerprintParts: readonly string[]
}

/** An upload whose files can still be taken back. */
export interface OpenUpload<Result> {
  readonly upload: Upload<Result>
  /** Leaves no file behind. Never rejects. */
  discard(): Promise<void>
}

/**
 * Resolves when the whole body has been read. Files that are too large are refused all together; on
 * any failure, and when the client leaves, every sink has been aborted before this rejects.
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
    if (files.tooLarge.length > 0) throw refuseLargeFiles(files.tooLarge, form.faults)
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
    faults: form.faults,
    fingerprintParts: [...form.fieldParts, ...fileParts].sort(),
  }
}

/** What the parts of a form go to. */
interface Destination {
  readonly form: UploadForm
  readonly files: Pick<UploadFiles<unknown>, 'store'>
}

/** @throws Error in the parser's own words, where Content-Type names no usable boundary */
function openParser({ request }: BodySource): busboy.Busboy {
  return busboy({
    headers: request.headers,
    defParamCharset: 'utf8',
    // Names are never used as paths, and without this one that ends in a slash would count as none.
    preservePath: true,
    // No `fileSize`: it would end the request at the first large file, and the second went unsaid.
    limits: {
      // The parser cuts off at the size that it is given, so it is given one byte that is too much.
      fieldSize: uploadLimits.fieldBytesMax + 1,
      fields: uploadLimits.fieldsMax,
      files: uploadLimits.filesMax,
      parts: uploadLimits.partsMax + 1,
    },
  })
}

/** Names are taken as they came, brackets and all: a field is a name and a text, never a path. */
async function parse(
  body: Readable,
  parser: busboy.Busboy,
  { form, files }: Destination,
): Promise<void> {
  const storing: Promise<void>[] = []
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  parser.on('field', (name, value, { valueTruncated }) => {
    const refusal = refuseName(name) ?? (valueTruncated ? refuseLargeField(name) : undefined)
    if (refusal) fail(refusal)
    else form.addField(name, value)
  })
  parser.on('file', (name, stream, { filename }) => {
    // Whoever reads hears of a failure; where nobody reads yet, it must not end the process.
    stream.on('error', () => undefined)
    const refusal = refuseName(name)
    if (refusal) fail(refusal)
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
