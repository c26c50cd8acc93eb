// Where the files of a multipart request go while they stream in: into sinks that the caller opens,
// hashed on the way, and taken back together when anything goes wrong.

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Takes one file as it arrives. */
export interface UploadSink<Result> {
  /** Resolves when more may come: a slow disk slows the client down. */
  write(chunk: Buffer): Promise<void>
  /** The file is complete and in bounds. */
  finish(): Promise<Result>
  /** Leaves nothing behind. Called at most once, in any state: also after `finish`. */
  abort(): Promise<void>
}

export interface StoredFile<Result> {
  /** SHA-256 of the file as it was sent, hex. */
  readonly sha256: string
  readonly bytes: number
  readonly result: Result
}

/** The files of one request. */
export class UploadFiles<Result> {
  readonly stored = new Map<string, StoredFile<Result>>()
  /** Fields whose file was larger than it may be. */
  readonly tooLarge: string[] = []
  /** What a sink threw: our own trouble, not the client's. */
  sinkFailure: unknown
  readonly #sinks = new Set<UploadSink<Result>>()
  readonly #storing: Promise<void>[] = []
  readonly #openFile: (field: string) => UploadSink<Result>
  readonly #bytesMax: number

  constructor(openFile: (field: string) => UploadSink<Result>, bytesMax: number) {
    this.#openFile = openFile
    this.#bytesMax = bytesMax
  }

  /** Rejects when the stream or the sink fails. A file that is too large is read to its end. */
  store(field: string, stream: Readable): Promise<void> {
    const storing = this.#store(field, stream)
    this.#storing.push(storing)
    return storing
  }

  /** Waits until no file is being written, then takes back every one of them. Never rejects. */
  async discard(): Promise<void> {
    await Promise.allSettled(this.#storing)
    await Promise.allSettled([...this.#sinks].map((sink) => this.#abort(sink)))
  }

  async #store(field: string, stream: Readable): Promise<void> {
    const sink = await this.#watch(async () => this.#openFile(field))
    this.#sinks.add(sink)
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > this.#bytesMax) continue
      hash.update(chunk)
      await this.#watch(() => sink.write(chunk))
    }
    if (bytes > this.#bytesMax) {
      this.tooLarge.push(field)
      await this.#watch(() => this.#abort(sink))
      return
    }
    const result = await this.#watch(() => sink.finish())
    this.stored.set(field, { sha256: hash.digest('hex'), bytes, result })
  }

  async #abort(sink: UploadSink<Result>): Promise<void> {
    if (this.#sinks.delete(sink)) await sink.abort()
  }

  async #watch<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      this.sinkFailure ??= error
      throw error
    }
  }
}
