// Streams the files of a multipart request into sinks, hashes them on the way, and discards all of them if
// anything fails.

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { freeBuffer } from '../../kernel/free-buffer.ts'

/** Receives one file as it arrives. */
export interface UploadSink<Result> {
  /**
   * Resolves when it can take more, so that a slow disk slows the client down. The chunk is then freed: copy what
   * stays.
   */
  write(chunk: Buffer): Promise<void>
  /** Called when the file is complete and within the limit. */
  finish(): Promise<Result>
  /** Deletes the file. Called at most once, in any state, also after `finish`. */
  abort(): Promise<void>
}

export interface StoredFile<Result> {
  /** SHA-256 of the file, hex. */
  readonly sha256: string
  readonly bytes: number
  readonly result: Result
}

/** The files of one request. */
export class UploadFiles<Result> {
  readonly stored = new Map<string, StoredFile<Result>>()
  /** Fields whose file exceeds the limit. */
  readonly tooLarge: string[] = []
  /** Error of a sink, which is the server's fault and not the client's. */
  sinkFailure: unknown
  readonly #sinks = new Set<UploadSink<Result>>()
  readonly #storing: Promise<void>[] = []
  readonly #openFile: (field: string) => UploadSink<Result>
  readonly #bytesMax: number

  constructor(openFile: (field: string) => UploadSink<Result>, bytesMax: number) {
    this.#openFile = openFile
    this.#bytesMax = bytesMax
  }

  /** Rejects if the stream or the sink fails. A file that is too large is read to its end. */
  store(field: string, stream: Readable): Promise<void> {
    const storing = this.#store(field, stream)
    this.#storing.push(storing)
    return storing
  }

  /** Waits until no file is being written, then deletes all of them. Never rejects. */
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
      freeBuffer(chunk)
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
