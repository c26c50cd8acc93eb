// Computes the SHA-256 of a file while it arrives: of a large one in a thread, because hashing took a fifth of the time
// that the main thread needs to receive it.

import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { workerFile } from '../../kernel/built-files.js'
import { freeBuffer } from '../../kernel/free-buffer.ts'
import type { Log } from '../../kernel/log.ts'
import { createThread, type Thread } from '../../kernel/thread.ts'
import { createThreadStart } from '../../kernel/thread-start.ts'

/** A part of a file for the thread. */
export interface HashRequest {
  /** Tells the files apart. */
  readonly file: number
  /** Bytes of the file before these parts: a thread that was replaced does not know them, and refuses. */
  readonly from: number
  readonly parts: readonly ArrayBuffer[]
  readonly next: 'more' | 'end' | 'forget'
}

export interface FileDigest {
  /**
   * Takes the next bytes over, whose memory is free afterwards; resolves when more can be taken.
   * @throws Error if the thread died
   */
  update(chunk: Buffer): Promise<void>
  /** Returns the digest as 64 hexadecimal characters. Call it once. @throws Error if the thread died */
  end(): Promise<string>
  /** Ends the work on a file that nobody wants any more; does nothing after `end`. */
  forget(): void
}

/** Smaller files, and all while the thread starts, are hashed here: 256 KB take 0.2 ms. */
const partBytes = 256 * 1024
/** Parts of a file that may wait for the thread: 1 MB. */
const partsAheadMax = 4

/** The thread takes some MB, so it ends this long after the last file. */
const idleMs = 60_000

const nothing: HashRequest = { file: 0, from: 0, parts: [], next: 'forget' }

/** Opens the digest of a file. */
export type OpenFileDigest = () => FileDigest

const program = () => workerFile('./hash-thread.ts', import.meta.url)

/** Returns undefined where there is one processor, which a thread would not make faster. */
export function createHashThread(): Thread<HashRequest> | undefined {
  return availableParallelism() > 1 ? createThread(program) : undefined
}

export function createFileDigests(
  log: Pick<Log, 'warn'>,
  thread: Thread<HashRequest> | undefined,
): OpenFileDigest {
  if (thread === undefined) return digestHere
  const use = createThreadUse(thread, log)
  let opened = 0
  return () => {
    opened += 1
    return new GatheredDigest(thread, use, opened)
  }
}

/** Starts the thread when there is a large file, and ends it when there has been none for long. */
interface ThreadUse {
  /** Returns whether the thread can be used for a file now; `end` must follow once, if so. */
  begin(): boolean
  end(): void
}

function createThreadUse(thread: Thread<HashRequest>, log: Pick<Log, 'warn'>): ThreadUse {
  const onFailed = (reason: string) => log.warn('hash_thread_not_started', { reason })
  const start = createThreadStart(thread, nothing, onFailed)
  let files = 0
  let idle: NodeJS.Timeout | undefined
  const endWhenIdle = () => {
    clearTimeout(idle)
    if (files === 0) idle = setTimeout(() => void thread.close(), idleMs).unref()
  }
  return {
    begin() {
      const isReady = start.isReady()
      if (isReady) files += 1
      else start.startOnce()
      endWhenIdle()
      return isReady
    },
    end() {
      files -= 1
      endWhenIdle()
    },
  }
}

function digestHere(): FileDigest {
  const hash = createHash('sha256')
  return {
    async update(chunk) {
      hash.update(chunk)
      freeBuffer(chunk)
    },
    end: async () => hash.digest('hex'),
    forget() {},
  }
}

class GatheredDigest implements FileDigest {
  readonly #thread: Thread<HashRequest>
  readonly #use: ThreadUse
  readonly #file: number
  /** Where the file is hashed, once it is larger than a part. */
  #place: 'thread' | FileDigest | undefined
  #isEnded = false
  #gathered: Buffer[] = []
  #gatheredBytes = 0
  #sentBytes = 0
  readonly #waiting: Promise<unknown>[] = []

  constructor(thread: Thread<HashRequest>, use: ThreadUse, file: number) {
    this.#thread = thread
    this.#use = use
    this.#file = file
  }

  async update(chunk: Buffer): Promise<void> {
    if (this.#place !== undefined && this.#place !== 'thread') return this.#place.update(chunk)
    this.#gathered.push(chunk)
    this.#gatheredBytes += chunk.length
    if (this.#gatheredBytes < partBytes) return
    this.#place ??= this.#use.begin() ? 'thread' : this.#hashGathered()
    if (this.#place !== 'thread') return
    this.#waiting.push(this.#send('more'))
    if (this.#waiting.length > partsAheadMax) await this.#waiting.shift()
  }

  async end(): Promise<string> {
    this.#isEnded = true
    if (this.#place !== 'thread') return (this.#place ?? this.#hashGathered()).end()
    try {
      const digest = this.#send('end')
      await Promise.all(this.#waiting)
      return await digest
    } finally {
      this.#use.end()
    }
  }

  forget(): void {
    this.#gathered = []
    if (this.#isEnded) return
    this.#isEnded = true
    if (this.#place !== 'thread') return
    if (this.#thread.isStarted) void this.#send('forget')
    this.#use.end()
  }

  #hashGathered(): FileDigest {
    const digest = digestHere()
    for (const chunk of this.#gathered) void digest.update(chunk)
    this.#gathered = []
    return digest
  }

  #send(next: 'more' | 'end' | 'forget'): Promise<string> {
    const parts = memoryOf(this.#gathered)
    const from = this.#sentBytes
    this.#sentBytes += this.#gatheredBytes
    this.#gathered = []
    this.#gatheredBytes = 0
    const answer = this.#thread.ask<string>({ file: this.#file, from, parts, next }, parts)
    // Whoever waits for it gets the error all the same.
    answer.catch(() => {})
    return answer
  }
}

/** Handing over many small pieces takes longer than copying them into one. */
const movedBytesMin = 16 * 1024

/** Memory that holds these bytes and nothing else: their own, or a copy. */
function memoryOf(chunks: readonly Buffer[]): readonly ArrayBuffer[] {
  const own = chunks.flatMap(({ buffer: memory, byteLength }) => {
    const isWhole = memory instanceof ArrayBuffer && memory.byteLength === byteLength
    return isWhole && byteLength >= movedBytesMin ? [memory] : []
  })
  if (own.length === chunks.length) return own
  const copy = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    copy.set(chunk, at)
    at += chunk.length
    if (chunk.length >= movedBytesMin) freeBuffer(chunk)
  }
  return [copy.buffer]
}
