// Counts the chunks in which a body arrives. A chunk of one byte costs the event loop as much as one of many
// kilobytes, so a few megabytes of such chunks would hold it for seconds.

/** Enough for a client that writes a JSON body word by word. */
const chunksFree = 2048
/** What a further chunk needs on average, far below what any client or proxy sends of a file. */
const bytesPerChunk = 128

interface ChunkCount {
  /** Counts one chunk; returns whether the body has come in more chunks than its length explains. */
  areTooMany(bytes: number): boolean
}

export function createChunkCount(): ChunkCount {
  let chunks = 0
  let bytes = 0
  return {
    areTooMany(more) {
      chunks += 1
      bytes += more
      return chunks > chunksFree + bytes / bytesPerChunk
    },
  }
}
