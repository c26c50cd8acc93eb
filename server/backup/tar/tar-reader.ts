// Reads a tar archive from pieces that may end anywhere, without copying what is in it.

import {
  alteredArchive,
  blockBytes,
  paddingBytes,
  paxBytesMax,
  readPaxSize,
  readTarHeader,
} from './tar-header.ts'

export type TarPart =
  | { readonly kind: 'entry'; readonly name: string; readonly bytes: number }
  /** A part of the piece that was read, good for as long as that. */
  | { readonly kind: 'content'; readonly content: Uint8Array }
  /** The entry's content was whole. */
  | { readonly kind: 'end' }

interface TarReader {
  /** Yields what the next piece of the archive holds. @throws BackupError `damaged` */
  read(piece: Uint8Array): Generator<TarPart>
  /** Returns whether the end of the archive was read. */
  isComplete(): boolean
}

/** What the next bytes belong to. */
type Place =
  | { readonly kind: 'header' }
  | { readonly kind: 'content' | 'pax'; readonly bytes: number }
  | { readonly kind: 'padding' }
  | { readonly kind: 'end' }

export function createTarReader(): TarReader {
  const block = Buffer.alloc(blockBytes)
  let place: Place = { kind: 'header' }
  /** Bytes of the place that are still to come. */
  let left = blockBytes
  let pax = Buffer.alloc(0)
  /** From a pax header, for the entry after it. */
  let paxSize: number | undefined

  const enter = (next: Place, bytes: number) => {
    place = next
    left = bytes
  }
  const enterHeader = () => enter({ kind: 'header' }, blockBytes)
  const enterPadding = (bytes: number) => enter({ kind: 'padding' }, paddingBytes(bytes))

  function* readBlock(): Generator<TarPart> {
    const header = readTarHeader(block)
    switch (header.kind) {
      case 'empty':
        return enter({ kind: 'end' }, Number.POSITIVE_INFINITY)
      case 'pax':
        if (header.bytes > paxBytesMax) throw alteredArchive()
        pax = Buffer.alloc(header.bytes)
        return enter({ kind: 'pax', bytes: header.bytes }, header.bytes)
      case 'file': {
        const bytes = paxSize ?? header.bytes
        paxSize = undefined
        yield { kind: 'entry', name: header.name, bytes }
        return enter({ kind: 'content', bytes }, bytes)
      }
    }
  }

  /** Goes on behind a place that was read to its end. */
  function* leave(): Generator<TarPart> {
    switch (place.kind) {
      case 'header':
        return yield* readBlock()
      case 'pax':
        paxSize = readPaxSize(pax)
        return enterPadding(place.bytes)
      case 'content':
        yield { kind: 'end' }
        return enterPadding(place.bytes)
      case 'padding':
        return enterHeader()
      case 'end':
    }
  }

  return {
    *read(piece) {
      let at = 0
      while (at < piece.length) {
        const some = piece.subarray(at, at + left)
        at += some.length
        if (place.kind === 'header') block.set(some, blockBytes - left)
        if (place.kind === 'pax') pax.set(some, pax.length - left)
        left -= some.length
        if (place.kind === 'content') yield { kind: 'content', content: some }
        // An empty file and a full last block have no bytes of their own.
        while (left === 0) yield* leave()
      }
    },
    isComplete: () => place.kind === 'end',
  }
}
