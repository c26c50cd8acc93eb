// Writes and reads tar archives as streams; entries over 8 GB get a pax header, which every tar reads.

import { createTarDecoder, createTarPacker } from 'modern-tar'
import { BackupError } from './backup-error.ts'

export interface TarEntry {
  readonly name: string
  readonly bytes: number
  /** Exactly `bytes` long. */
  readonly content: AsyncIterable<Uint8Array>
}

/** Entries are owned by nobody in particular and can be read by their owner alone. */
const entryMode = 0o600

export async function* packTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker()
  const packing = addAll(entries, controller).catch((error: unknown) => {
    controller.error(error)
    throw error
  })
  // The reader below throws the same error.
  packing.catch(() => {})
  for await (const chunk of readable) yield chunk
  await packing
}

async function addAll(
  entries: AsyncIterable<TarEntry>,
  controller: ReturnType<typeof createTarPacker>['controller'],
): Promise<void> {
  for await (const { name, bytes, content } of entries) {
    const header = { name, size: bytes, type: 'file', mode: entryMode, mtime: new Date(0) } as const
    const writer = controller.add(header).getWriter()
    for await (const chunk of content) await writer.write(chunk)
    await writer.close()
  }
  controller.finalize()
}

/** Each entry must be read to its end, or not at all, before the next is asked for. @throws BackupError `damaged` */
export async function* unpackTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const decoder = createTarDecoder({ strict: true })
  const entries = ReadableStream.from(archive).pipeThrough(decoder)
  for await (const entry of namingDamage(entries)) {
    let isRead = false
    const content = (async function* () {
      isRead = true
      yield* namingDamage(entry.body)
    })()
    yield { name: entry.header.name, bytes: entry.header.size, content }
    if (!isRead) for await (const chunk of namingDamage(entry.body)) void chunk
  }
}

/** Errors of the library mean a damaged archive; others come from where it is read. */
async function* namingDamage<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    if (error instanceof BackupError || (error instanceof Error && 'code' in error)) throw error
    throw new BackupError('damaged', 'The archive inside the backup is damaged.')
  }
}
