// Computes the SHA-256 of a file while it arrives: of a large one in a thread, because hashing took a fifth of the time
// that the main thread needs to receive it.

import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { workerFile } from '../../kernel/built-files.js'
import { freeBuffer } from '../../kernel/free-buffer.ts'
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

/** @param thread absent where there is one processor, which a thread would not make faster */
export function createFileDigests(thread: Thread<HashRequest> | undefined): () => FileDigest {
  if (thread === undefined) return digestHere
  const use = createThreadUse(thread)
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

function createThreadUse(thread: Thread<HashRequest>): ThreadUse {
  // Uploads go on without it.
  const start = createThreadStart(thread, nothing, () => {})
  let files = 0
  let idle: NodeJS.Timeout | undefined
  const endIfIdle = () => {
    if (files === 0) void thread.close()
  }
  return {
    begin() {
      clearTimeout(idle)
      if (!start.isReady()) {
        start.startOnce()
        idle = setTimeout(endIfIdle, idleMs).unref()
        return false
      }
      files += 1
      return true
    },
    end() {
      files -= 1
      if (files === 0) idle = setTimeout(endIfIdle, idleMs).unref()
    },
  }
}

const program = () => workerFile('./hash-thread.ts', import.meta.url)

/** The thread is the process's own, as the threads that Node writes files in are. */
export const openFileDigest = createFileDigests(
  availableParallelism() > 1 ? createThread<HashRequest>(program) : undefined,
)

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
    this.#use.end()
    const digest = this.#send('end')
    await Promise.all(this.#waiting)
    return digest
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
    const parts = this.#gathered.map(memoryOf)
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

/** Memory that holds these bytes and nothing else: their own, or a copy if they are a part of a larger piece. */
function memoryOf(chunk: Buffer): ArrayBuffer {
  const { buffer: memory, byteLength } = chunk
  const isOwn = memory instanceof ArrayBuffer && memory.byteLength === byteLength
  return isOwn ? memory : new Uint8Array(chunk).buffer
}
