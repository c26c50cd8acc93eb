// Reads a multipart form: fields into memory, files into the caller's sinks, everything in bounds while
// it streams. The only user of multer, which parses; what is accepted is decided here.

import type { Readable } from 'node:stream'
import multer from '@koa/multer'
import type Koa from 'koa'
import { MulterError } from 'multer'
import type { Fault } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { type BodySource, openBody } from './body-stream.ts'
import { type StoredFile, UploadFiles, type UploadSink } from './upload-files.ts'
import { UploadForm } from './upload-form.ts'
import { uploadLimits } from './upload-limits.ts'
import {
  assertIsMultipart,
  malformedForm,
  refuseLargeFiles,
  refuseMalformed,
  refusePassedLimit,
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
  timeoutMs: number,
): Promise<OpenUpload<Result>> {
  assertIsMultipart(source.request)
  const form = new UploadForm(plan.files)
  const files = new UploadFiles((field) => plan.openFile(field), uploadLimits.fileBytesMax)
  const body = openBody(clock, source, { bytesMax: uploadLimits.requestBytesMax, timeoutMs })
  try {
    await parse(body, source, { form, files })
    // The parser passes by, without a word, what it cannot take for a form by its Content-Type.
    if (!body.readableEnded) throw malformedForm()
    if (files.tooLarge.length > 0) throw refuseLargeFiles(files.tooLarge, form.faults)
    return { upload: toUpload(form, files), discard: () => files.discard() }
  } catch (error) {
    body.destroy()
    await files.discard()
    if (files.sinkFailure) throw files.sinkFailure
    throw error instanceof MulterError ? refusePassedLimit(error) : refuseMalformed(error)
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

/** multer hands its engine the stream as well, which its Koa types leave out. */
interface IncomingFile extends multer.File {
  readonly stream: Readable
}

/** Options that multer has and its Koa types do not know. */
interface ParserOptions extends multer.Options {
  readonly defParamCharset: 'utf8'
  streamHandler(body: Readable, parser: NodeJS.WritableStream): void
}

/** multer reads the bounded body in place of the request, and needs nothing else of a context. */
async function parse(body: Readable, source: BodySource, destination: Destination): Promise<void> {
  const request = Object.assign(body, { headers: source.request.headers })
  const context = { req: request, res: source.response } as unknown as Koa.Context
  await multer(parserOptions(body, destination)).any()(context, async () => undefined)
}

function parserOptions(body: Readable, { form, files }: Destination): ParserOptions {
  return {
    defParamCharset: 'utf8',
    // No `fileSize`: it would end the request at the first large file, and the second went unsaid.
    limits: {
      fieldNameSize: uploadLimits.fieldNameCharactersMax,
      fieldSize: uploadLimits.fieldBytesMax,
      fields: uploadLimits.fieldsMax,
      files: uploadLimits.filesMax,
    },
    fileFilter: (_request, file, done) => done(null, form.admitFile(file.fieldname)),
    storage: {
      _handleFile(_request, file: IncomingFile, done) {
        files.store(file.fieldname, file.stream).then(
          () => done(null),
          (error) => {
            // Without this multer would read the rest of the request before it tells anyone.
            body.destroy(error)
            done(error)
          },
        )
      },
      // Sinks are taken back in one place, whoever fails. The types want an error for success, too.
      _removeFile: (_request, _file, done) => (done as () => void)(),
    },
    streamHandler(stream, parser) {
      // multer's own collection of fields merges repeated names and reads brackets as paths.
      parser.on('field', (name: string | undefined, value: string) => {
        if (name !== undefined) form.addField(name, value)
      })
      stream.pipe(parser)
    },
  }
}
